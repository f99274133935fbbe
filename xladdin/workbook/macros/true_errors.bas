' Python hands over an error value as text that begins with its name; here it becomes the error itself, so that
' ISERROR, IFERROR and SUM behave.
Private Function TrueErrors(ByVal result As Variant) As Variant
    Dim row As Long, column As Long
    Select Case DimensionCount(result)
        Case 0
            TrueErrors = TrueError(result)
            Exit Function
        Case 1 ' xlwings hands over a single row as a plain list
            For column = LBound(result) To UBound(result)
                result(column) = TrueError(result(column))
            Next column
        Case 2
            For row = LBound(result, 1) To UBound(result, 1)
                For column = LBound(result, 2) To UBound(result, 2)
                    result(row, column) = TrueError(result(row, column))
                Next column
            Next row
    End Select
    TrueErrors = result
End Function

Private Function TrueError(ByVal value As Variant) As Variant
    TrueError = value
    If VarType(value) <> vbString Then Exit Function
    Select Case True
        Case value Like "[#]NULL!*": TrueError = CVErr(xlErrNull)
        Case value Like "[#]DIV/0!*": TrueError = CVErr(xlErrDiv0)
        Case value Like "[#]VALUE!*": TrueError = CVErr(xlErrValue)
        Case value Like "[#]REF!*": TrueError = CVErr(xlErrRef)
        Case value Like "[#]NAME[?]*": TrueError = CVErr(xlErrName)
        Case value Like "[#]NUM!*": TrueError = CVErr(xlErrNum)
        Case value Like "[#]N/A*": TrueError = CVErr(xlErrNA)
    End Select
End Function

' What a raised exception leaves is its traceback, whose line of the exception names the class. Any other failure
' stays text: it says what is wrong with the installation.
Private Function RaisedError(ByVal description As String) As Variant
    Select Case True
{exceptions}
        Case InStr(description, "Could not load xlwings") > 0
            RaisedError = "Close the workbook, and run in a terminal: xladdin macros """ & ThisWorkbook.Name & """ (" & description & ")"
        Case Else: RaisedError = TrueError(description)
    End Select
End Function

Private Function DimensionCount(ByVal result As Variant) As Long
    Dim bound As Long
    If Not IsArray(result) Then Exit Function
    DimensionCount = 1
    On Error Resume Next
    bound = UBound(result, 2)
    If Err.Number = 0 Then DimensionCount = 2
End Function
