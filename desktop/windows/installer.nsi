; The installer of mmdview for Windows: for the user alone, without administrator.
; scripts/windows_installer.sh calls makensis with
;   STAGE     the folder of the files to install
;   FILES     a script with their lists: macros InstallFiles and RemoveFiles
;   VERSION   for people, VERSION4 in four numbers
;   OUTPUT    the file to write
; Options of the finished installer: /S without questions, /D=FOLDER. Of the uninstaller: /S, /KEEP leaves settings.

Target amd64-unicode
ManifestDPIAware true
ManifestSupportedOS Win10
SetCompressor /SOLID lzma
RequestExecutionLevel user

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include WinVer.nsh
!include "${FILES}"

Name "mmdview"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\mmdview"
InstallDirRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\Uninstall\mmdview" "InstallLocation"
BrandingText "mmdview ${VERSION}"
VIProductVersion "${VERSION4}"
VIAddVersionKey /LANG=0 "ProductName" "mmdview"
VIAddVersionKey /LANG=0 "FileDescription" "mmdview installer"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "LegalCopyright" "See LICENSE.txt"

!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\mmdview"
!define CLASSES "Software\Classes"
!define SHORTCUT "$SMPROGRAMS\mmdview.lnk"
!define DESKTOP_SHORTCUT "$DESKTOP\mmdview.lnk"
!define REFRESH_ASSOCIATIONS 'System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)"'

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_COMPONENTSPAGE_NODESC
!define MUI_FINISHPAGE_RUN "$INSTDIR\mmdview.exe"
!define MUI_FINISHPAGE_NOAUTOCLOSE
!insertmacro MUI_PAGE_LICENSE "${STAGE}\LICENSE.txt"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_COMPONENTS
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Japanese"

LangString ProgramName ${LANG_ENGLISH} "mmdview and its samples"
LangString ProgramName ${LANG_JAPANESE} "mmdview本体とサンプル"
LangString MenuName ${LANG_ENGLISH} "Start menu entry"
LangString MenuName ${LANG_JAPANESE} "スタートメニューに登録"
LangString DesktopName ${LANG_ENGLISH} "Desktop shortcut"
LangString DesktopName ${LANG_JAPANESE} "デスクトップにショートカット"
LangString TypesName ${LANG_ENGLISH} "Open .pmx, .pmd, .vpd and .vmd with mmdview"
LangString TypesName ${LANG_JAPANESE} ".pmx .pmd .vpd .vmd をmmdviewで開く"
LangString SettingsName ${LANG_ENGLISH} "Settings, recovered poses and thumbnails"
LangString SettingsName ${LANG_JAPANESE} "設定、復元用ポーズ、サムネイル"
LangString IsRunning ${LANG_ENGLISH} "mmdview is running. Close it to go on."
LangString IsRunning ${LANG_JAPANESE} "mmdviewが実行中です。終了してから続けてください。"
LangString NotForThisSystem ${LANG_ENGLISH} "mmdview needs Windows 10 or later."
LangString NotForThisSystem ${LANG_JAPANESE} "mmdviewにはWindows 10以降が必要です。"

; A running program's file cannot be opened to write. Without questions: ends with exit code 3.
!macro WaitUntilClosed
  ${If} ${FileExists} "$INSTDIR\mmdview.exe"
    ${Do}
      ClearErrors
      FileOpen $0 "$INSTDIR\mmdview.exe" a
      ${IfNot} ${Errors}
        FileClose $0
        ${ExitDo}
      ${EndIf}
      ${If} ${Silent}
        SetErrorLevel 3
        Quit
      ${EndIf}
      MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(IsRunning)" IDRETRY +2
      Quit
    ${Loop}
  ${EndIf}
!macroend

; mmdview becomes what opens EXTENSION where the user chose nothing else, and one of the programs of "Open with".
!macro Associate EXTENSION TYPE TEXT
  WriteRegStr HKCU "${CLASSES}\${TYPE}" "" "${TEXT}"
  WriteRegStr HKCU "${CLASSES}\${TYPE}\DefaultIcon" "" "$INSTDIR\mmdview.exe,0"
  WriteRegStr HKCU "${CLASSES}\${TYPE}\shell\open\command" "" '"$INSTDIR\mmdview.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\${EXTENSION}\OpenWithProgids" "${TYPE}" ""
  ReadRegStr $0 HKCU "${CLASSES}\${EXTENSION}" ""
  ${If} $0 != "${TYPE}"
    ${If} $0 != ""
      WriteRegStr HKCU "${CLASSES}\${TYPE}" "BeforeMmdview" "$0"
    ${EndIf}
    WriteRegStr HKCU "${CLASSES}\${EXTENSION}" "" "${TYPE}"
  ${EndIf}
!macroend

; What opened EXTENSION before mmdview opens it again.
!macro Dissociate EXTENSION TYPE
  ReadRegStr $0 HKCU "${CLASSES}\${EXTENSION}" ""
  ${If} $0 == "${TYPE}"
    ReadRegStr $1 HKCU "${CLASSES}\${TYPE}" "BeforeMmdview"
    ${If} $1 != ""
      WriteRegStr HKCU "${CLASSES}\${EXTENSION}" "" "$1"
    ${Else}
      DeleteRegValue HKCU "${CLASSES}\${EXTENSION}" ""
    ${EndIf}
  ${EndIf}
  DeleteRegValue HKCU "${CLASSES}\${EXTENSION}\OpenWithProgids" "${TYPE}"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${EXTENSION}\OpenWithProgids"
  ; A key that has values is "empty" for /ifempty.
  ReadRegStr $0 HKCU "${CLASSES}\${EXTENSION}" ""
  EnumRegValue $1 HKCU "${CLASSES}\${EXTENSION}" 0
  ${If} "$0$1" == ""
    DeleteRegKey /ifempty HKCU "${CLASSES}\${EXTENSION}"
  ${EndIf}
  DeleteRegKey HKCU "${CLASSES}\${TYPE}"
!macroend

!macro RemoveProgram
  !insertmacro RemoveFiles
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
!macroend

Section "$(ProgramName)" SectionProgram
  SectionIn RO
  SetShellVarContext current
  !insertmacro WaitUntilClosed
  ; An older version, which can have had other files. Its uninstaller knows them; settings stay.
  ReadRegStr $0 HKCU "${UNINSTALL_KEY}" "InstallLocation"
  ${If} $0 != ""
  ${AndIf} ${FileExists} "$0\uninstall.exe"
    InitPluginsDir
    CopyFiles /SILENT "$0\uninstall.exe" "$PLUGINSDIR\before.exe"
    ExecWait '"$PLUGINSDIR\before.exe" /S /KEEP _?=$0'
    Delete "$0\uninstall.exe"
    RMDir "$0"
  ${EndIf}
  !insertmacro InstallFiles
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "mmdview"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\mmdview.exe,0"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "mmdview contributors"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" "$0"
  ; The Run dialog and `start mmdview` find the program by this.
  WriteRegStr HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\mmdview.exe" "" "$INSTDIR\mmdview.exe"
SectionEnd

Section "$(MenuName)" SectionMenu
  CreateShortcut "${SHORTCUT}" "$INSTDIR\mmdview.exe"
SectionEnd

Section /o "$(DesktopName)" SectionDesktop
  CreateShortcut "${DESKTOP_SHORTCUT}" "$INSTDIR\mmdview.exe"
SectionEnd

Section "$(TypesName)" SectionTypes
  !insertmacro Associate ".pmx" "mmdview.pmx" "MikuMikuDance model (PMX)"
  !insertmacro Associate ".pmd" "mmdview.pmd" "MikuMikuDance model (PMD)"
  !insertmacro Associate ".vpd" "mmdview.vpd" "MikuMikuDance pose"
  !insertmacro Associate ".vmd" "mmdview.vmd" "MikuMikuDance motion"
  ${REFRESH_ASSOCIATIONS}
SectionEnd

Section "un.$(ProgramName)" UnsectionProgram
  SectionIn RO
  SetShellVarContext current
  !insertmacro WaitUntilClosed
  !insertmacro Dissociate ".pmx" "mmdview.pmx"
  !insertmacro Dissociate ".pmd" "mmdview.pmd"
  !insertmacro Dissociate ".vpd" "mmdview.vpd"
  !insertmacro Dissociate ".vmd" "mmdview.vmd"
  ${REFRESH_ASSOCIATIONS}
  Delete "${SHORTCUT}"
  Delete "${DESKTOP_SHORTCUT}"
  DeleteRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\mmdview.exe"
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
  !insertmacro RemoveProgram
SectionEnd

Section "un.$(SettingsName)" UnsectionSettings
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/KEEP" $1
  ${If} ${Errors}
    RMDir /r "$APPDATA\mmdview"
    RMDir /r "$LOCALAPPDATA\mmdview"
  ${EndIf}
SectionEnd

Function .onInit
  ${IfNot} ${AtLeastWin10}
    MessageBox MB_OK|MB_ICONSTOP "$(NotForThisSystem)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  ; An upgrade proposes what was chosen before.
  ReadRegStr $0 HKCU "${UNINSTALL_KEY}" "InstallLocation"
  ${If} $0 != ""
    ReadRegStr $1 HKCU "${CLASSES}\mmdview.pmx" ""
    ${If} $1 == ""
      !insertmacro UnselectSection ${SectionTypes}
    ${EndIf}
    ${IfNot} ${FileExists} "${SHORTCUT}"
      !insertmacro UnselectSection ${SectionMenu}
    ${EndIf}
    ${If} ${FileExists} "${DESKTOP_SHORTCUT}"
      !insertmacro SelectSection ${SectionDesktop}
    ${EndIf}
  ${EndIf}
FunctionEnd
