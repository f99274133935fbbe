# Does what plan.txt says with desktop Excel on Windows, and writes what it finds to answers.json beside it.
#   powershell -ExecutionPolicy Bypass -File check.ps1
# Leave mouse and keyboard alone meanwhile: messages are read and closed by the script.
param([string]$Folder = $PSScriptRoot)

$ErrorActionPreference = 'Stop'

# What COM hands over for an error value: the number of CVErr above this one.
$FirstError = -2146828288
$ErrorValues = @{
    2000 = '#NULL!'; 2007 = '#DIV/0!'; 2015 = '#VALUE!'; 2023 = '#REF!'; 2029 = '#NAME?'; 2036 = '#NUM!'
    2042 = '#N/A'; 2043 = '#GETTING_DATA'; 2045 = '#SPILL!'; 2046 = '#CONNECT!'; 2050 = '#CALC!'
}
$Titles = 'Recalculate', 'Make PDF', 'Another xlwings', 'xlwings', 'Microsoft Excel'

function Read-Cell($Value) {
    if ($Value -is [int]) {
        $Number = $Value - $FirstError
        if ($ErrorValues.ContainsKey($Number)) { return $ErrorValues[$Number] }
    }
    return $Value
}

function Read-Sheets($Book) {
    $Found = [ordered]@{}
    foreach ($Sheet in $Book.Worksheets) {
        $Used = $Sheet.UsedRange
        $Values = $Used.Value2
        $Rows = New-Object System.Collections.ArrayList
        for ($Row = 1; $Row -le $Used.Rows.Count; $Row++) {
            $Cells = New-Object System.Collections.ArrayList
            for ($Column = 1; $Column -le $Used.Columns.Count; $Column++) {
                $Value = $Values
                if ($Values -is [array]) { $Value = $Values[$Row, $Column] }
                $Plain = Read-Cell $Value
                $null = $Cells.Add($Plain)
            }
            $null = $Rows.Add($Cells)
        }
        $Found[$Sheet.Name] = [ordered]@{ row = $Used.Row; column = $Used.Column; values = $Rows }
    }
    return $Found
}

function Get-Typed($Excel, $Book, $Formula) {
    $Sheet = $Book.Worksheets.Add()
    try {
        $Sheet.Range('A1').Formula2 = $Formula
        $Excel.CalculateFull()
        $Value = $Sheet.Range('A1').Value2
        return (Read-Cell $Value)
    }
    finally { $Sheet.Delete() }
}

function Start-Watcher($Said) {
    return Start-Job -ArgumentList $Said, $Titles -ScriptBlock {
        param($Said, $Titles)
        Add-Type -TypeDefinition @'
using System;
using System.Runtime.InteropServices;
using System.Text;
public static class Message {
    [DllImport("user32.dll", CharSet = CharSet.Unicode)]
    public static extern IntPtr FindWindow(string kind, string title);
    [DllImport("user32.dll", CharSet = CharSet.Unicode)]
    public static extern int GetDlgItemText(IntPtr window, int item, StringBuilder text, int size);
    [DllImport("user32.dll")]
    public static extern bool PostMessage(IntPtr window, uint message, IntPtr first, IntPtr second);
}
'@
        while ($true) {
            foreach ($Title in $Titles) {
                $Window = [Message]::FindWindow('#32770', $Title)
                if ($Window -eq [IntPtr]::Zero) { continue }
                $Text = New-Object System.Text.StringBuilder 4096
                $null = [Message]::GetDlgItemText($Window, 0xFFFF, $Text, 4096)
                Add-Content -Path $Said -Encoding UTF8 -Value ($Title + ': ' + ($Text.ToString() -replace '\s+', ' '))
                # The answer Yes, where there is one; else the window is closed.
                $null = [Message]::PostMessage($Window, 0x0111, [IntPtr]6, [IntPtr]::Zero)
                $null = [Message]::PostMessage($Window, 0x0010, [IntPtr]::Zero, [IntPtr]::Zero)
            }
            Start-Sleep -Milliseconds 300
        }
    }
}

function Invoke-Press($Excel, $Book, $Macro, $Said) {
    Set-Content -Path $Said -Encoding UTF8 -Value $null
    $Watcher = Start-Watcher $Said
    try { $null = $Excel.Run("'" + $Book.Name.Replace("'", "''") + "'!" + $Macro) }
    finally {
        Start-Sleep -Seconds 1
        Stop-Job $Watcher
        Remove-Job $Watcher
    }
    return @(Get-Content -Path $Said -Encoding UTF8 | Where-Object { $_ })
}

$Said = Join-Path ([IO.Path]::GetTempPath()) 'xladdin-said.txt'
$Excel = New-Object -ComObject Excel.Application
$Excel.Visible = $true
$Excel.DisplayAlerts = $false
$Version = $Excel.Version + ' build ' + $Excel.Build
$Book = $null
$Broken = $false
$Steps = @()
try {
    foreach ($Line in Get-Content -Path (Join-Path $Folder 'plan.txt') -Encoding UTF8) {
        $Verb, $What = $Line -split "`t", 2
        if ($Verb -eq 'open') { $Broken = $false }
        if ($Broken) { continue }
        $Answer = [ordered]@{ verb = $Verb; what = $What }
        try {
            switch ($Verb) {
                'open' { $Book = $Excel.Workbooks.Open((Join-Path $Folder $What)); $Excel.CalculateFull() }
                'read' { $Answer.sheets = Read-Sheets $Book }
                'type' { $Answer.value = Get-Typed $Excel $Book $What }
                'press' { $Answer.said = @(Invoke-Press $Excel $Book $What $Said) }
                'save' { $Book.SaveCopyAs((Join-Path $Folder ($What -replace '/', '\'))) }
                'close' { $Book.Close($false) }
                default { throw "plan.txt asks for $Verb, which this script does not know" }
            }
        }
        catch {
            $Answer.error = $_.Exception.Message
            $Broken = $true
            if ($null -ne $Book) { try { $Book.Close($false) } catch { } }
        }
        $Steps += $Answer
        Write-Host ($Verb + ' ' + $What)
    }
}
finally { $Excel.Quit() }

$Python = & python -c "import sys, xlwings, xladdin; print(sys.version.split()[0], xlwings.__version__, xladdin.__version__)"
$Answers = [ordered]@{
    script = 'check.ps1'
    excel = $Version
    system = [Environment]::OSVersion.VersionString
    python = "$Python"
    steps = $Steps
}
[IO.File]::WriteAllText((Join-Path $Folder 'answers.json'), (ConvertTo-Json $Answers -Depth 8 -Compress))
