import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { desktopNotices } from '../../../../main/shell/windows/desktop-notices.ts'
import type { ShownNotice } from '../../../../main/platform/ports.ts'

type Desktop = 'shows' | 'fails at once' | 'fails later' | 'has none' | 'throws'

/** A desktop as Electron presents it: Linux fails within `show`, Windows and macOS after it. */
function stage(desktop: Desktop, isFocused = false) {
  class SystemNotification extends EventEmitter {
    static readonly isSupported = (): boolean => desktop !== 'has none'
    show(): void {
      if (desktop === 'throws') throw new Error('no bus')
      if (desktop === 'fails at once') this.emit('failed', {}, '')
      else
        queueMicrotask(() =>
          desktop === 'shows' ? this.emit('show', {}) : this.emit('failed', {}, '0x803e0105'),
        )
    }
    readonly close = (): void => undefined
  }
  const flashes: boolean[] = []
  const window = Object.assign(new EventEmitter(), {
    isFocused: () => isFocused,
    flashFrame: (isOn: boolean) => void flashes.push(isOn),
  })
  const problems: unknown[] = []
  const notices = desktopNotices({
    Notification: SystemNotification as never,
    show: () => undefined,
    window: () => window as never,
    report: (problem) => problems.push(problem),
  })
  const shown = notices.show({ title: 'Production: Unknown outcome', body: '' }, () => undefined)
  return { shown, flashes, window, problems }
}
const wasDisplayed = async (shown: ShownNotice | undefined): Promise<boolean> =>
  (await shown?.displayed) ?? false

describe('a notification', () => {
  it('that is shown asks for no more attention', async () => {
    const { shown, flashes, problems } = stage('shows')
    expect([await wasDisplayed(shown), flashes, problems]).toEqual([true, [], []])
  })

  it.each(['fails at once', 'fails later', 'has none', 'throws'] as const)(
    'on a desktop that %s is not taken for shown, and the window flashes until it has the focus',
    async (desktop) => {
      const { shown, flashes, window, problems } = stage(desktop)
      expect(await wasDisplayed(shown)).toBe(false)
      expect(flashes).toEqual([true])
      expect(problems).toHaveLength(desktop === 'has none' ? 0 : 1)
      window.emit('focus')
      expect(flashes).toEqual([true, false])
    },
  )

  it('that fails does not flash a window that has the focus', () => {
    expect(stage('fails at once', true).flashes).toEqual([])
  })
})
