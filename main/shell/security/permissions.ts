/** Electron checklist, item 5: the default is to grant everything; this program needs nothing. */
import type { Session } from 'electron'

/** Refuses every permission, requested or checked, and every device. */
export function refusePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
}
