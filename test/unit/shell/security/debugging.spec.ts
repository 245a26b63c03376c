import { describe, expect, it } from 'vitest'
import { refusedSwitch, refusedSwitches } from '../../../../main/shell/security/debugging.ts'

/** Returns a program that was started with these switches. */
const app = (
  isPackaged: boolean,
  ...given: readonly string[]
): Parameters<typeof refusedSwitch>[0] => ({
  isPackaged,
  commandLine: { hasSwitch: (name) => given.includes(name) },
})

describe('the command line', () => {
  it.each(refusedSwitches)('a packaged build refuses --%s, and others do not', (name) => {
    expect(refusedSwitch(app(true, name))).toBe(name)
    expect(refusedSwitch(app(true, 'lang', name, 'ozone-platform'))).toBe(name)
    expect(refusedSwitch(app(false, name))).toBeUndefined()
  })

  it.each([
    'remote-debugging-port',
    'remote-debugging-pipe',
    'remote-allow-origins',
    'load-extension',
    'inspect',
    'inspect-brk',
    'inspect-wait',
    'inspect-port',
    'js-flags',
    'no-sandbox',
    'disable-web-security',
    'ignore-certificate-errors',
    'host-resolver-rules',
    'proxy-server',
  ])('--%s is one of them', (name) => {
    expect(refusedSwitches).toContain(name)
  })

  it('a packaged build starts with what desktops and people give it', () => {
    const harmless = ['lang', 'ozone-platform', 'force-device-scale-factor', 'disable-gpu', 'v']
    expect(refusedSwitch(app(true, ...harmless))).toBeUndefined()
    expect(refusedSwitch(app(true))).toBeUndefined()
  })
})
