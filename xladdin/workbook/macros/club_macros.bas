Attribute VB_Name = "ClubMacros"
Option Explicit

Private Const KeptBackups As Long = {kept_backups}
Private Const KeptDays As Long = {kept_days}
Private Const KeptMonths As Long = {kept_months}
Private Const PrintableSheets As String = "{printable_sheets}"
Private Copied As String

' Excel's undo ends at a macro, so a copy of the workbook is saved before Python recalculates it. Python hears which,
' for where it writes Notes alone the copy goes again.
Public Sub Recalculate()
    If BackupSaved() Then RunThenTidy "recalc('" & Letters(Copied) & "')"
End Sub

' The evening in one action, after a copy as above: the ratings, the PDF for the wall, the club's page.
Public Sub FinishEvening()
    Dim folder As String
    On Error GoTo failed
    folder = HomeFolder()
    On Error GoTo 0
    If BackupSaved() Then RunThenTidy "evening('" & Letters(Copied) & "', '" & Letters(folder & ThisWorkbook.Name) & "')"
    Exit Sub
failed:
    MsgBox "{nothing_changed}" & vbNewLine & vbNewLine & Err.Description, vbExclamation, "{finish_evening}"
End Sub

' Pairs the next round of who is marked on the sheet Tonight, after a copy as above.
Public Sub PairTonight()
    If BackupSaved() Then RunThenTidy "pair()"
End Sub

' Takes games from a file that the user picks, after a copy as above.
Public Sub ImportGames()
    Dim picked As Variant
    picked = Application.GetOpenFilename(Title:="{import_games}")
    If VarType(picked) <> vbBoolean Then ImportFile CStr(picked)
End Sub

Public Sub ImportFile(ByVal path As String)
    If BackupSaved() Then RunThenTidy "import_games('" & Letters(path) & "')"
End Sub

' Writes the club's page into a folder beside the workbook, which itself stays as it is.
Public Sub WebPage()
    Dim folder As String
    On Error GoTo failed
    folder = HomeFolder() & BaseName() & " page"
    On Error GoTo 0
    CallPython "import xladdin.hosts.excel_buttons; xladdin.hosts.excel_buttons.publish('" & Letters(folder) & "')"
    Exit Sub
failed:
    MsgBox "{no_page}" & vbNewLine & vbNewLine & Err.Description, vbExclamation, "{web_page}"
End Sub

Private Sub RunThenTidy(ByVal what As String)
    CallPython "import xladdin.hosts.excel_buttons; xladdin.hosts.excel_buttons." & what
    If Copied <> "" Then DropOldBackups Left$(Copied, InStrRev(Copied, Application.PathSeparator))
End Sub

' Runs Python. Where that cannot be, another xlwings than that of these macros may be installed.
Private Sub CallPython(ByVal command As String)
    Dim outcome As Variant
    If Not PythonCanStart() Then Exit Sub
    outcome = RunPython(command)
    If outcome = -1 Then MsgBox WhatMends(), vbExclamation, "xlwings"
End Sub

' On a Mac Excel starts Python through a script that bears the version of xlwings: here it runs a program that does
' nothing. True where there is such a script, and wherever Excel is not in the sandbox of a Mac.
Private Function PythonCanStart() As Boolean
    PythonCanStart = True
    If InStr(Environ("HOME"), "/Library/Containers/") = 0 Then Exit Function
    #If Mac Then
        On Error GoTo failed
        AppleScriptTask "xlwings-{xlwings}.applescript", "VbaHandler", "|true||||/dev/null"
    #End If
    Exit Function
failed:
    PythonCanStart = False
    MsgBox "{no_python}" & vbNewLine & vbNewLine & WhatMends(), vbExclamation, "xlwings"
End Function

Private Function WhatMends() As String
    WhatMends = "{other_xlwings}" & vbNewLine & "xladdin macros """ & ThisWorkbook.Name & """"
End Function

' A path goes to Python as the codes of its letters, so that no quote or accent in it can be read as anything else.
Private Function Letters(ByVal path As String) As String
    Dim position As Long
    For position = 1 To Len(path)
        Letters = Letters & Right$("000" & Hex$(AscW(Mid$(path, position, 1)) And 65535), 4)
    Next position
End Function

' Exports the printable sheets that are shown into one PDF file beside the workbook.
Public Sub MakePDF()
    Dim report As Variant, sheet As String, shown As String, path As String, active As Object, outcome As String
    Set active = ThisWorkbook.ActiveSheet
    On Error GoTo failed
    path = HomeFolder() & BaseName() & ".pdf"
    For Each report In Split(PrintableSheets, "/")
        sheet = SheetOf(report, "report_" & Replace(LCase$(report), " ", "_"))
        If IsShown(sheet) Then shown = shown & "/" & sheet
    Next report
    If shown = "" Then Err.Raise vbObjectError + 1, , "{nothing_to_print}"
    ThisWorkbook.Activate
    ThisWorkbook.Sheets(Split(Mid$(shown, 2), "/")).Select
    ActiveSheet.ExportAsFixedFormat Type:=xlTypePDF, Filename:=path
    outcome = "{saved_as}" & vbNewLine & path
restore:
    On Error Resume Next
    active.Select
    MsgBox outcome, vbInformation, "{make_pdf}"
    Exit Sub
failed:
    outcome = "{no_pdf}" & vbNewLine & vbNewLine & Err.Description
    Resume restore
End Sub

' True when the recalculation may go on: a copy is saved, or the user does without.
Private Function BackupSaved() As Boolean
    Dim folder As String, latest As String, moment As Date
    Copied = ""
    On Error GoTo failed
    folder = HomeFolder() & "{backups}"
    MakeFolder folder
    folder = folder & Application.PathSeparator
    moment = Now
    latest = LatestBackup(folder)
    If latest >= Stamp(moment) Then moment = DateAdd("s", 1, TimeOf(latest)) ' the clock was put back: undo goes by the names
    latest = folder & BaseName() & " " & Stamp(moment) & " button" & Extension()
    ThisWorkbook.SaveCopyAs latest
    Copied = latest
    BackupSaved = True
    Exit Function
failed:
    BackupSaved = (MsgBox("{no_copy}" & vbNewLine & Err.Description & vbNewLine & vbNewLine & "{without_copy}", vbYesNo + vbExclamation + vbDefaultButton2, "{recalculate}") = vbYes)
End Function

Private Function Stamp(ByVal moment As Date) As String
    Stamp = Format$(moment, "yyyy-mm-dd") & " " & Format$(moment, "hhmmss")
End Function

Private Function TimeOf(ByVal stamped As String) As Date
    TimeOf = DateSerial(CInt(Left$(stamped, 4)), CInt(Mid$(stamped, 6, 2)), CInt(Mid$(stamped, 9, 2))) + TimeSerial(CInt(Mid$(stamped, 12, 2)), CInt(Mid$(stamped, 14, 2)), CInt(Mid$(stamped, 16, 2)))
End Function

Private Function LatestBackup(ByVal folder As String) As String
    Dim file As Variant, stamped As String
    For Each file In FilesIn(folder)
        stamped = Mid$(file, Len(BaseName()) + 2, 17)
        If stamped > LatestBackup Then
            If IsBackup(file) Or IsUndone(file) Then LatestBackup = stamped
        End If
    Next file
End Function

' Keeps the last copies, and the last of each of the last days and months; names carry the time.
Private Sub DropOldBackups(ByVal folder As String)
    Dim files() As String, file As Variant, stamped As String, day As String, month As String
    Dim count As Long, at As Long, days As Long, months As Long, keep As Boolean
    On Error Resume Next
    For Each file In FilesIn(folder)
        If IsBackup(file) Then
            ReDim Preserve files(0 To count)
            at = count
            Do While at > 0
                If files(at - 1) >= file Then Exit Do
                files(at) = files(at - 1)
                at = at - 1
            Loop
            files(at) = file
            count = count + 1
        End If
    Next file
    For at = 0 To count - 1
        stamped = Mid$(files(at), Len(BaseName()) + 2, 10)
        keep = (at < KeptBackups)
        If stamped <> day Then
            day = stamped
            days = days + 1
            If days <= KeptDays Then keep = True
        End If
        If Left$(stamped, 7) <> month Then
            month = Left$(stamped, 7)
            months = months + 1
            If months <= KeptMonths Then keep = True
        End If
        If Not keep Then RemoveFile folder & files(at)
    Next at
End Sub

' What knows file names in any letters. Dir, MkDir and Kill know on Windows those of its code page alone; a Mac, where
' they know all, has no such thing.
Private Function FileSystem() As Object
    On Error Resume Next
    Set FileSystem = CreateObject("Scripting.FileSystemObject")
End Function

Private Sub MakeFolder(ByVal folder As String)
    Dim system As Object
    Set system = FileSystem()
    If system Is Nothing Then
        If Dir(folder, vbDirectory) = "" Then MkDir folder
    ElseIf Not system.FolderExists(folder) Then
        system.CreateFolder folder
    End If
End Sub

' The names of all files in a folder, which ends in the separator.
Private Function FilesIn(ByVal folder As String) As Collection
    Dim system As Object, found As Object, file As String, names As New Collection
    Set system = FileSystem()
    If system Is Nothing Then
        file = Dir(folder)
        Do While file <> ""
            names.Add file
            file = Dir()
        Loop
    Else
        For Each found In system.GetFolder(folder).Files
            names.Add found.Name
        Next found
    End If
    Set FilesIn = names
End Function

Private Sub RemoveFile(ByVal path As String)
    Dim system As Object
    Set system = FileSystem()
    If system Is Nothing Then
        Kill path
    Else
        system.DeleteFile path
    End If
End Sub

' A copy to go back to: one that names no command, or another than undo.
Private Function IsBackup(ByVal file As String) As Boolean
    If Not IsUndone(file) Then IsBackup = IsStamped(file, "") Or IsStamped(file, " [a-z]*")
End Function

' A copy that undo has put aside for redo.
Private Function IsUndone(ByVal file As String) As Boolean
    IsUndone = IsStamped(file, " undo")
End Function

' A day or a time that never was is no copy of ours, and one dated ahead of the clock does not count.
Private Function IsStamped(ByVal file As String, ByVal command As String) As Boolean
    Dim stem As String, stamped As String
    stem = BaseName() & " "
    stamped = Mid$(file, Len(stem) + 1, 17)
    On Error Resume Next ' no such time
    If Left$(file, Len(stem)) = stem Then
        If Mid$(file, Len(stem) + 1) Like "####-##-## ######" & command & Extension() Then IsStamped = (Stamp(TimeOf(stamped)) = stamped And stamped <= Stamp(DateAdd("d", 1, Now)))
    End If
End Function

' The folder of the workbook with its separator. Excel names a workbook in OneDrive by its web address: then the folder
' that xlwings finds for it, then one that the user picks and that is remembered until Excel is closed.
Private Function HomeFolder() As String
    Static picked As String
    Dim found As String
    If ThisWorkbook.Path = "" Then Err.Raise vbObjectError + 2, , "{save_first}"
    If InStr(ThisWorkbook.Path, "://") = 0 Then
        HomeFolder = ThisWorkbook.Path & Application.PathSeparator
        Exit Function
    End If
    On Error Resume Next
    found = GetFullName(ThisWorkbook)
    On Error GoTo 0
    If InStr(found, "://") = 0 And InStrRev(found, Application.PathSeparator) > 0 Then
        HomeFolder = Left$(found, InStrRev(found, Application.PathSeparator))
        Exit Function
    End If
    If picked = "" Then picked = PickedFolder()
    If picked = "" Then Err.Raise vbObjectError + 3, , "{from_the_web}"
    HomeFolder = picked & Application.PathSeparator
End Function

Private Function PickedFolder() As String
    Const FolderPicker As Long = 4
    On Error Resume Next ' Excel for Mac has no such dialog
    With Application.FileDialog(FolderPicker)
        .Title = "{which_folder}"
        If .Show = -1 Then PickedFolder = .SelectedItems(1)
    End With
End Function

Private Function BaseName() As String
    BaseName = Left$(ThisWorkbook.Name, InStrRev(ThisWorkbook.Name, ".") - 1)
End Function

Private Function Extension() As String
    Extension = Mid$(ThisWorkbook.Name, InStrRev(ThisWorkbook.Name, "."))
End Function

' The sheet that a report's cells stand on, renamed or not; in a workbook without their names the one of that name.
Private Function SheetOf(ByVal sheet As String, ByVal report As String) As String
    SheetOf = sheet
    On Error Resume Next ' no such name, or its cells were deleted
    SheetOf = ThisWorkbook.Names(report).RefersToRange.Worksheet.Name
End Function

Private Function IsShown(ByVal sheet As String) As Boolean
    On Error Resume Next ' a sheet that was deleted is not shown
    IsShown = (ThisWorkbook.Sheets(sheet).Visible = xlSheetVisible)
End Function
