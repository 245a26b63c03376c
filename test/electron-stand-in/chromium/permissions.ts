/**
 * Permissions: none is ever granted here, regardless of the app's handlers. They are blocked in
 * Chromium's preferences, because the DevTools protocol cannot reach an incognito window's
 * permissions.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const blocked = 2
const names = [
  'ar',
  'automatic_downloads',
  'background_sync',
  'bluetooth_guard',
  'bluetooth_scanning',
  'captured_surface_control',
  'clipboard',
  'durable_storage',
  'file_system_write_guard',
  'geolocation',
  'hand_tracking',
  'hid_guard',
  'idle_detection',
  'keyboard_lock',
  'local_fonts',
  'local_network_access',
  'media_stream_camera',
  'media_stream_mic',
  'midi_sysex',
  'nfc',
  'notifications',
  'payment_handler',
  'pointer_lock',
  'protected_media_identifier',
  'sensors',
  'serial_guard',
  'smart_card_guard',
  'speaker_selection',
  'storage_access',
  'top_level_storage_access',
  'usb_guard',
  'vr',
  'web_printing',
  'window_placement',
]

/** Permissions that no preference can block are denied without a prompt. */
export const permissionSwitches = ['--deny-permission-prompts']

type Preferences = { profile?: { default_content_setting_values?: Record<string, number> } }

/** Blocks permissions in a profile that no Chromium uses at the moment. */
export function blockPermissions(folder: string): void {
  const profile = join(folder, 'Default')
  const path = join(profile, 'Preferences')
  const preferences = readPreferences(path)
  const values = Object.fromEntries(names.map((name) => [name, blocked]))
  preferences.profile = { ...preferences.profile, default_content_setting_values: values }
  mkdirSync(profile, { recursive: true })
  writeFileSync(path, JSON.stringify(preferences))
}

function readPreferences(path: string): Preferences {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Preferences
  } catch {
    return {}
  }
}
