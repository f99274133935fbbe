-- Does what plan.txt says with desktop Excel on a Mac, and writes what it finds to answers.json beside it.
--   osascript check.applescript
-- Excel asks once for access to the folder. Messages are read and closed through System Events, which asks, too.

on run
	set home to POSIX path of ((path to me as text) & "::")
	set plan to paragraphs of (read POSIX file (home & "plan.txt") as «class utf8»)
	set steps to {}
	set broken to false
	repeat with planLine in plan
		if length of planLine > 0 then
			set {verb, what} to splitOnce(contents of planLine, tab)
			if verb is "open" then set broken to false
			if not broken then
				set found to ""
				try
					set found to answerTo(verb, what, home)
				on error message number code
					set found to ",\"error\":" & quotedText(message & " (" & code & ")")
					set broken to true
					closeBook()
				end try
				set end of steps to "{\"verb\":" & quotedText(verb) & ",\"what\":" & quotedText(what) & found & "}"
			end if
		end if
	end repeat
	tell application "Microsoft Excel" to set excelVersion to version
	set python to do shell script "python3 -c 'import sys, xlwings, xladdin; print(sys.version.split()[0], xlwings.__version__, xladdin.__version__)' || true"
	set answers to "{\"script\":\"check.applescript\",\"excel\":" & quotedText(excelVersion) & ",\"system\":" & quotedText("macOS " & system version of (system info)) & ",\"python\":" & quotedText(python) & ",\"steps\":[" & joined(steps, ",") & "]}"
	set target to open for access POSIX file (home & "answers.json") with write permission
	set eof target to 0
	write answers to target as «class utf8»
	close access target
end run

on answerTo(verb, what, home)
	if verb is "open" then
		tell application "Microsoft Excel"
			open workbook workbook file name (home & what)
			calculate full
		end tell
	else if verb is "read" then
		return ",\"sheets\":" & sheetsAsJson()
	else if verb is "type" then
		return ",\"value\":" & typedValue(what)
	else if verb is "press" then
		return ",\"said\":" & pressed(what)
	else if verb is "save" then
		tell application "Microsoft Excel" to save workbook as active workbook filename (home & what) with overwrite
	else if verb is "close" then
		closeBook()
	else
		error "plan.txt asks for " & verb & ", which this script does not know"
	end if
	return ""
end answerTo

on sheetsAsJson()
	set found to {}
	tell application "Microsoft Excel"
		repeat with oneSheet in (get worksheets of active workbook)
			set used to used range of oneSheet
			set firstRow to first row index of used
			set firstColumn to first column index of used
			set cells to value of used
			if class of cells is not list then set cells to {{cells}}
			set rowTexts to {}
			repeat with oneRow in cells
				set cellTexts to {}
				repeat with oneCell in oneRow
					set end of cellTexts to my asJson(contents of oneCell)
				end repeat
				set end of rowTexts to "[" & my joined(cellTexts, ",") & "]"
			end repeat
			set sheetText to "{\"row\":" & firstRow & ",\"column\":" & firstColumn & ",\"values\":[" & my joined(rowTexts, ",") & "]}"
			set end of found to my quotedText(name of oneSheet) & ":" & sheetText
		end repeat
	end tell
	return "{" & joined(found, ",") & "}"
end sheetsAsJson

on typedValue(whatToType)
	tell application "Microsoft Excel"
		set scratch to make new worksheet at active workbook
		set formula of range "A1" of scratch to whatToType
		calculate full
		set found to my asJson(value of range "A1" of scratch)
		set display alerts to false
		delete scratch
		set display alerts to true
	end tell
	return found
end typedValue

on pressed(macroName)
	tell application "Microsoft Excel" to set bookName to name of active workbook
	ignoring application responses
		tell application "Microsoft Excel" to run VB macro "'" & bookName & "'!" & macroName
	end ignoring
	set said to {}
	repeat 120 times
		delay 1
		tell application "System Events"
			tell process "Microsoft Excel"
				set boxes to (every window whose subrole is "AXDialog")
				if (count of boxes) > 0 then
					set words_ to value of every static text of item 1 of boxes
					set end of said to my quotedText(my joined(words_, " "))
					click button 1 of item 1 of boxes
					exit repeat
				end if
			end tell
		end tell
	end repeat
	delay 2
	return "[" & joined(said, ",") & "]"
end pressed

on closeBook()
	tell application "Microsoft Excel"
		if (count of workbooks) > 0 then close active workbook saving no
	end tell
end closeBook

on asJson(cellValue)
	if cellValue is missing value or cellValue is "" then return "null"
	if class of cellValue is boolean then
		if cellValue then return "true"
		return "false"
	end if
	if class of cellValue is date then set cellValue to (cellValue - firstDay()) / days
	if class of cellValue is in {integer, real} then
		set AppleScript's text item delimiters to ","
		set parts to text items of (cellValue as text)
		return joined(parts, ".")
	end if
	return quotedText(cellValue as text)
end asJson

on firstDay()
	-- the day 0 of Excel, whatever the language of this Mac
	set found to current date
	set day of found to 1
	set year of found to 1899
	set month of found to December
	set day of found to 30
	set time of found to 0
	return found
end firstDay

on quotedText(plainText)
	set found to replaced(plainText as text, "\\", "\\\\")
	set found to replaced(found, "\"", "\\\"")
	set found to replaced(found, return, "\\n")
	set found to replaced(found, linefeed, "\\n")
	set found to replaced(found, tab, "\\t")
	return "\"" & found & "\""
end quotedText

on replaced(plainText, old, new)
	set AppleScript's text item delimiters to old
	set parts to text items of plainText
	return joined(parts, new)
end replaced

on joined(parts, between)
	set AppleScript's text item delimiters to between
	set found to parts as text
	set AppleScript's text item delimiters to ""
	return found
end joined

on splitOnce(plainText, between)
	set place to offset of between in plainText
	return {text 1 thru (place - 1) of plainText, text (place + 1) thru -1 of plainText}
end splitOnce
