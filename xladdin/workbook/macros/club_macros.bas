Attribute VB_Name = "ClubMacros"
Option Explicit

Private Const MaxBackups As Long = {max_backups}
Private Const MaxBackupDays As Long = {max_days}
Private Const MaxBackupMonths As Long = {max_months}
Private Const PrintableSheets As String = "{printable_sheets}"
Private BackupPath As String

' Saves a backup and recalculates the workbook. The backup is needed because Excel's undo does not reach beyond a macro.
' Python gets its path, and deletes it if only Notes have changed.
Public Sub Recalculate()
    If SaveBackup() Then RunCommand "recalc('" & EncodePath(BackupPath) & "')"
End Sub

' Saves a backup, recalculates the workbook, and makes the PDF and the web page.
Public Sub FinishEvening()
    Dim folder As String
    On Error GoTo failed
    folder = FindFolder()
    On Error GoTo 0
    If SaveBackup() Then RunCommand "evening('" & EncodePath(BackupPath) & "', '" & EncodePath(folder & ThisWorkbook.Name) & "')"
    Exit Sub
failed:
    MsgBox "{nothing_changed}" & vbNewLine & vbNewLine & Err.Description, vbExclamation, "{finish_evening}"
End Sub

' Saves a backup, and pairs the next round of the players marked on the sheet Tonight.
Public Sub PairTonight()
    If SaveBackup() Then RunCommand "pair()"
End Sub

' Saves a backup, and imports games from a file that the user chooses.
Public Sub ImportGames()
    Dim choice As Variant
    choice = Application.GetOpenFilename(Title:="{import_games}")
    If VarType(choice) <> vbBoolean Then ImportFile CStr(choice)
End Sub

Public Sub ImportFile(ByVal path As String)
    If SaveBackup() Then RunCommand "import_games('" & EncodePath(path) & "')"
End Sub

' Writes the web page into a folder next to the workbook. The workbook does not change.
Public Sub WebPage()
    Dim folder As String
    On Error GoTo failed
    folder = FindFolder() & BaseName() & " page"
    On Error GoTo 0
    CallPython "import xladdin.hosts.excel_buttons; xladdin.hosts.excel_buttons.publish('" & EncodePath(folder) & "')"
    Exit Sub
failed:
    MsgBox "{no_page}" & vbNewLine & vbNewLine & Err.Description, vbExclamation, "{web_page}"
End Sub

Private Sub RunCommand(ByVal command As String)
    CallPython "import xladdin.hosts.excel_buttons; xladdin.hosts.excel_buttons." & command
    If BackupPath <> "" Then DeleteOldBackups Left$(BackupPath, InStrRev(BackupPath, Application.PathSeparator))
End Sub

' Runs a Python command. If it cannot be run, another version of xlwings than that of these macros may be installed.
Private Sub CallPython(ByVal command As String)
    Dim outcome As Variant
    If Not CanStartPython() Then Exit Sub
    outcome = RunPython(command)
    If outcome = -1 Then MsgBox RepairAdvice(), vbExclamation, "xlwings"
End Sub

' Returns whether Excel can start Python. On a Mac its sandbox needs a script for that, whose name has the version of
' xlwings. To test the script, it runs a program that does nothing.
Private Function CanStartPython() As Boolean
    CanStartPython = True
    If InStr(Environ("HOME"), "/Library/Containers/") = 0 Then Exit Function
    #If Mac Then
        On Error GoTo failed
        AppleScriptTask "xlwings-{xlwings}.applescript", "VbaHandler", "|true||||/dev/null"
    #End If
    Exit Function
failed:
    CanStartPython = False
    MsgBox "{no_python}" & vbNewLine & vbNewLine & RepairAdvice(), vbExclamation, "xlwings"
End Function

Private Function RepairAdvice() As String
    RepairAdvice = "{other_xlwings}" & vbNewLine & "xladdin macros """ & ThisWorkbook.Name & """"
End Function

' Encodes a path as the hexadecimal codes of its characters, so that no quote or accent needs escaping in Python.
Private Function EncodePath(ByVal path As String) As String
    Dim position As Long
    For position = 1 To Len(path)
        EncodePath = EncodePath & Right$("000" & Hex$(AscW(Mid$(path, position, 1)) And 65535), 4)
    Next position
End Function

' Exports the visible printable sheets to one PDF file next to the workbook.
Public Sub MakePDF()
    Dim report As Variant, sheet As String, visibleSheets As String, path As String, active As Object, outcome As String
    Set active = ThisWorkbook.ActiveSheet
    On Error GoTo failed
    path = FindFolder() & BaseName() & ".pdf"
    For Each report In Split(PrintableSheets, "/")
        sheet = FindReportSheet(report, "report_" & Replace(LCase$(report), " ", "_"))
        If IsVisible(sheet) Then visibleSheets = visibleSheets & "/" & sheet
    Next report
    If visibleSheets = "" Then Err.Raise vbObjectError + 1, , "{nothing_to_print}"
    ThisWorkbook.Activate
    ThisWorkbook.Sheets(Split(Mid$(visibleSheets, 2), "/")).Select
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

' Saves a backup, and returns whether to continue: it was saved, or the user continues without it.
Private Function SaveBackup() As Boolean
    Dim folder As String, latest As String, moment As Date
    BackupPath = ""
    On Error GoTo failed
    folder = FindFolder() & "{backups}"
    CreateFolderIfMissing folder
    folder = folder & Application.PathSeparator
    moment = Now
    latest = FindLatestStamp(folder)
    If latest >= FormatStamp(moment) Then moment = DateAdd("s", 1, ParseStamp(latest)) ' the clock was put back, and undo uses the times in the names
    latest = folder & BaseName() & " " & FormatStamp(moment) & " button" & Extension()
    ThisWorkbook.SaveCopyAs latest
    BackupPath = latest
    SaveBackup = True
    Exit Function
failed:
    SaveBackup = (MsgBox("{no_copy}" & vbNewLine & Err.Description & vbNewLine & vbNewLine & "{without_copy}", vbYesNo + vbExclamation + vbDefaultButton2, "{recalculate}") = vbYes)
End Function

Private Function FormatStamp(ByVal moment As Date) As String
    FormatStamp = Format$(moment, "yyyy-mm-dd") & " " & Format$(moment, "hhmmss")
End Function

Private Function ParseStamp(ByVal stamp As String) As Date
    ParseStamp = DateSerial(CInt(Left$(stamp, 4)), CInt(Mid$(stamp, 6, 2)), CInt(Mid$(stamp, 9, 2))) + TimeSerial(CInt(Mid$(stamp, 12, 2)), CInt(Mid$(stamp, 14, 2)), CInt(Mid$(stamp, 16, 2)))
End Function

Private Function FindLatestStamp(ByVal folder As String) As String
    Dim file As Variant, stamp As String
    For Each file In ListFiles(folder)
        stamp = Mid$(file, Len(BaseName()) + 2, 17)
        If stamp > FindLatestStamp Then
            If IsBackup(file) Or IsUndoBackup(file) Then FindLatestStamp = stamp
        End If
    Next file
End Function

' Deletes backups, except the latest ones and the last one of each of the latest days and months. Their names have the
' time.
Private Sub DeleteOldBackups(ByVal folder As String)
    Dim files() As String, file As Variant, stamp As String, day As String, month As String
    Dim count As Long, index As Long, days As Long, months As Long, keep As Boolean
    On Error Resume Next
    For Each file In ListFiles(folder)
        If IsBackup(file) Then
            ReDim Preserve files(0 To count)
            index = count
            Do While index > 0
                If files(index - 1) >= file Then Exit Do
                files(index) = files(index - 1)
                index = index - 1
            Loop
            files(index) = file
            count = count + 1
        End If
    Next file
    For index = 0 To count - 1
        stamp = Mid$(files(index), Len(BaseName()) + 2, 10)
        keep = (index < MaxBackups)
        If stamp <> day Then
            day = stamp
            days = days + 1
            If days <= MaxBackupDays Then keep = True
        End If
        If Left$(stamp, 7) <> month Then
            month = Left$(stamp, 7)
            months = months + 1
            If months <= MaxBackupMonths Then keep = True
        End If
        If Not keep Then DeleteFile folder & files(index)
    Next index
End Sub

' Returns an object for file names with any characters, or Nothing on a Mac. On Windows Dir, MkDir and Kill support only
' the characters of its code page; on a Mac they support all.
Private Function CreateFileSystem() As Object
    On Error Resume Next
    Set CreateFileSystem = CreateObject("Scripting.FileSystemObject")
End Function

Private Sub CreateFolderIfMissing(ByVal folder As String)
    Dim system As Object
    Set system = CreateFileSystem()
    If system Is Nothing Then
        If Dir(folder, vbDirectory) = "" Then MkDir folder
    ElseIf Not system.FolderExists(folder) Then
        system.CreateFolder folder
    End If
End Sub

' Returns the names of all files in a folder, whose path ends with the separator.
Private Function ListFiles(ByVal folder As String) As Collection
    Dim system As Object, entry As Object, file As String, names As New Collection
    Set system = CreateFileSystem()
    If system Is Nothing Then
        file = Dir(folder)
        Do While file <> ""
            names.Add file
            file = Dir()
        Loop
    Else
        For Each entry In system.GetFolder(folder).Files
            names.Add entry.Name
        Next entry
    End If
    Set ListFiles = names
End Function

Private Sub DeleteFile(ByVal path As String)
    Dim system As Object
    Set system = CreateFileSystem()
    If system Is Nothing Then
        Kill path
    Else
        system.DeleteFile path
    End If
End Sub

' Returns whether a file is a backup that undo can restore: its name has no command, or another one than undo.
Private Function IsBackup(ByVal file As String) As Boolean
    If Not IsUndoBackup(file) Then IsBackup = HasStamp(file, "") Or HasStamp(file, " [a-z]*")
End Function

' Returns whether a file is a backup that undo has made for redo.
Private Function IsUndoBackup(ByVal file As String) As Boolean
    IsUndoBackup = HasStamp(file, " undo")
End Function

' Returns whether the name of a file is that of a backup by a command. Its date must be valid, and not in the future.
Private Function HasStamp(ByVal file As String, ByVal command As String) As Boolean
    Dim stem As String, stamp As String
    stem = BaseName() & " "
    stamp = Mid$(file, Len(stem) + 1, 17)
    On Error Resume Next ' the date may be invalid
    If Left$(file, Len(stem)) = stem Then
        If Mid$(file, Len(stem) + 1) Like "####-##-## ######" & command & Extension() Then HasStamp = (FormatStamp(ParseStamp(stamp)) = stamp And stamp <= FormatStamp(DateAdd("d", 1, Now)))
    End If
End Function

' Returns the folder of the workbook, with a separator. Excel gives a workbook in OneDrive a web address. Then this is the
' folder that xlwings finds for it, or else one that the user chooses, which is remembered until Excel is closed.
Private Function FindFolder() As String
    Static choice As String
    Dim fullName As String
    If ThisWorkbook.Path = "" Then Err.Raise vbObjectError + 2, , "{save_first}"
    If InStr(ThisWorkbook.Path, "://") = 0 Then
        FindFolder = ThisWorkbook.Path & Application.PathSeparator
        Exit Function
    End If
    On Error Resume Next
    fullName = GetFullName(ThisWorkbook)
    On Error GoTo 0
    If InStr(fullName, "://") = 0 And InStrRev(fullName, Application.PathSeparator) > 0 Then
        FindFolder = Left$(fullName, InStrRev(fullName, Application.PathSeparator))
        Exit Function
    End If
    If choice = "" Then choice = PickFolder()
    If choice = "" Then Err.Raise vbObjectError + 3, , "{from_the_web}"
    FindFolder = choice & Application.PathSeparator
End Function

Private Function PickFolder() As String
    Const FolderPicker As Long = 4
    On Error Resume Next ' Excel for Mac has no such dialog
    With Application.FileDialog(FolderPicker)
        .Title = "{which_folder}"
        If .Show = -1 Then PickFolder = .SelectedItems(1)
    End With
End Function

Private Function BaseName() As String
    BaseName = Left$(ThisWorkbook.Name, InStrRev(ThisWorkbook.Name, ".") - 1)
End Function

Private Function Extension() As String
    Extension = Mid$(ThisWorkbook.Name, InStrRev(ThisWorkbook.Name, "."))
End Function

' Returns the present name of a report's sheet, found by the defined name of the report's cells.
Private Function FindReportSheet(ByVal sheet As String, ByVal report As String) As String
    FindReportSheet = sheet
    On Error Resume Next ' the defined name is missing, or its cells were deleted
    FindReportSheet = ThisWorkbook.Names(report).RefersToRange.Worksheet.Name
End Function

Private Function IsVisible(ByVal sheet As String) As Boolean
    On Error Resume Next ' a deleted sheet is not visible
    IsVisible = (ThisWorkbook.Sheets(sheet).Visible = xlSheetVisible)
End Function
