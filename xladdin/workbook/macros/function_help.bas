Attribute VB_Name = "FunctionHelp"
Option Explicit
Option Private Module

' Registers the help of the functions. Excel does not save it, so this runs whenever the workbook opens.
Public Sub DescribeFunctions()
    Dim wasSaved As Boolean
    wasSaved = ThisWorkbook.Saved
{descriptions}
    ThisWorkbook.Saved = wasSaved
End Sub

Private Sub Describe(ByVal functionName As String, ByVal category As Variant, ByVal help As String, Optional ByVal arguments As Variant)
    ' The object is late bound and errors are ignored, so that the workbook opens in programs that do not support this.
    Dim host As Object
    On Error Resume Next
    Set host = Application
    host.MacroOptions Macro:="'" & Replace(ThisWorkbook.Name, "'", "''") & "'!" & functionName, Description:=help, Category:=category, ArgumentDescriptions:=arguments
End Sub
