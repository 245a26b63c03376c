/** Custom schemes of the default session, and their registration. */
import type { CustomScheme } from 'electron'
import { schemes } from '../scheme-alias.ts'
import { state } from '../state.ts'
import { notImplemented, strictObject } from '../strict.ts'
import { sessionOf } from './session.ts'

function registerSchemesAsPrivileged(list: readonly CustomScheme[]): void {
  if (state.isReady)
    throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
  for (const { scheme, privileges } of list) {
    if (!privileges?.standard || !privileges.secure)
      throw notImplemented(`a scheme that is not standard and secure (${scheme})`)
    schemes.set(scheme, privileges)
  }
}

const { handle, unhandle, isProtocolHandled } = sessionOf('').protocol

/** Electron's `protocol`. */
export const protocol = strictObject('protocol', {
  registerSchemesAsPrivileged,
  handle,
  unhandle,
  isProtocolHandled,
})
