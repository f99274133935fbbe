Attribute VB_Name = "FunctionHelp"
Option Explicit
Option Private Module

' Excel keeps the help of its function wizard in memory alone: it is told again whenever the workbook opens.
Public Sub DescribeFunctions()
    Dim wasSaved As Boolean
    wasSaved = ThisWorkbook.Saved
{descriptions}
    ThisWorkbook.Saved = wasSaved
End Sub

Private Sub Describe(ByVal functionName As String, ByVal category As Variant, ByVal help As String, Optional ByVal arguments As Variant)
    ' Bound late and without regard to errors: where Excel takes no such help, the workbook opens all the same.
    Dim host As Object
    On Error Resume Next
    Set host = Application
    host.MacroOptions Macro:="'" & Replace(ThisWorkbook.Name, "'", "''") & "'!" & functionName, Description:=help, Category:=category, ArgumentDescriptions:=arguments
End Sub
