' Converts texts that begin with the name of an error value, as Python returns them, to real error values, so that
' ISERROR, IFERROR and SUM work.
Private Function ConvertErrors(ByVal result As Variant) As Variant
    Dim row As Long, column As Long
    Select Case CountDimensions(result)
        Case 0
            ConvertErrors = ConvertError(result)
            Exit Function
        Case 1 ' xlwings returns a single row as a one-dimensional array
            For column = LBound(result) To UBound(result)
                result(column) = ConvertError(result(column))
            Next column
        Case 2
            For row = LBound(result, 1) To UBound(result, 1)
                For column = LBound(result, 2) To UBound(result, 2)
                    result(row, column) = ConvertError(result(row, column))
                Next column
            Next row
    End Select
    ConvertErrors = result
End Function

Private Function ConvertError(ByVal value As Variant) As Variant
    ConvertError = value
    If VarType(value) <> vbString Then Exit Function
    Select Case True
        Case value Like "[#]NULL!*": ConvertError = CVErr(xlErrNull)
        Case value Like "[#]DIV/0!*": ConvertError = CVErr(xlErrDiv0)
        Case value Like "[#]VALUE!*": ConvertError = CVErr(xlErrValue)
        Case value Like "[#]REF!*": ConvertError = CVErr(xlErrRef)
        Case value Like "[#]NAME[?]*": ConvertError = CVErr(xlErrName)
        Case value Like "[#]NUM!*": ConvertError = CVErr(xlErrNum)
        Case value Like "[#]N/A*": ConvertError = CVErr(xlErrNA)
    End Select
End Function

' Converts the traceback of a Python exception, which contains the name of its class, to an error value. Any other text
' describes what is wrong with the installation, and is returned unchanged.
Private Function ConvertException(ByVal description As String) As Variant
    Select Case True
{exceptions}
        Case InStr(description, "Could not load xlwings") > 0
            ConvertException = "Close the workbook, and run in a terminal: xladdin macros """ & ThisWorkbook.Name & """ (" & description & ")"
        Case Else: ConvertException = ConvertError(description)
    End Select
End Function

Private Function CountDimensions(ByVal result As Variant) As Long
    Dim bound As Long
    If Not IsArray(result) Then Exit Function
    CountDimensions = 1
    On Error Resume Next
    bound = UBound(result, 2)
    If Err.Number = 0 Then CountDimensions = 2
End Function
