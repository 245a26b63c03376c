import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { describe, expect, it } from 'vitest'
import { manageWindow } from '../../../../main/shell/windows/managed-window.ts'

/** The used part of a window. */
class FakeWindow extends EventEmitter {
  readonly did: string[] = []
  readonly webContents = {
    isDestroyed: () => this.gone,
    isLoading: () => this.loading,
    send: (channel: string) => this.did.push(`sent ${channel}`),
  }
  gone = false
  minimized = false
  loading = false
  visible = true
  full = false

  isDestroyed = (): boolean => this.gone
  isMinimized = (): boolean => this.minimized
  restore = (): unknown => this.did.push('restored')
  isVisible = (): boolean => this.visible
  isFullScreen = (): boolean => this.full
  setFullScreen = (): unknown => this.did.push('left full screen')
  hide = (): unknown => this.did.push('hidden')
  show(): void {
    this.did.push('shown')
    this.emit('show')
  }
  end(): void {
    this.gone = true
    this.emit('closed')
  }
}

function managed() {
  const built: FakeWindow[] = []
  const managedWindow = manageWindow(() => {
    built.push(new FakeWindow())
    return built.at(-1) as unknown as BrowserWindow
  })
  const contents = (index: number) => built[index]?.webContents as unknown as Electron.WebContents
  return { built, managedWindow, contents }
}

describe('the managed window', () => {
  it('is built when shown, and not a second time while it is there', () => {
    const { built, managedWindow } = managed()
    expect(managedWindow.current()).toBeUndefined()
    managedWindow.show()
    managedWindow.show()
    expect(built).toHaveLength(1)
    expect(built[0]?.did).toEqual(['shown'])
    if (built[0]) built[0].minimized = true
    managedWindow.show()
    expect(built[0]?.did).toEqual(['shown', 'restored', 'shown'])
  })

  it('is not shown before it has something to show', () => {
    const { built, managedWindow } = managed()
    managedWindow.show()
    const [window] = built
    if (window) Object.assign(window, { loading: true, visible: false })
    managedWindow.show()
    expect(window?.did).toEqual([])
  })

  it('is shown again while it reloads, once it was shown', () => {
    const { built, managedWindow } = managed()
    managedWindow.show()
    managedWindow.show()
    managedWindow.hide()
    if (built[0]) Object.assign(built[0], { loading: true, visible: false })
    managedWindow.show()
    expect(built[0]?.did).toEqual(['shown', 'hidden', 'shown'])
  })

  it('leaves the full screen before it is hidden', () => {
    const { built, managedWindow } = managed()
    managedWindow.show()
    const [window] = built
    if (window) window.full = true
    managedWindow.hide()
    expect(window?.did).toEqual(['left full screen'])
    window?.emit('leave-full-screen')
    expect(window?.did).toEqual(['left full screen', 'hidden'])
  })

  it('is built again after it was closed, and trusts the new one alone', () => {
    const { built, managedWindow, contents } = managed()
    managedWindow.show()
    expect(managedWindow.isOurs(contents(0))).toBe(true)
    built[0]?.end()
    expect(managedWindow.current()).toBeUndefined()
    expect(managedWindow.isOurs(contents(0))).toBe(false)
    managedWindow.show()
    expect(built).toHaveLength(2)
    expect(managedWindow.isOurs(contents(1))).toBe(true)
    expect(managedWindow.isOurs(contents(0))).toBe(false)
  })

  it('notifies nobody while there is none, also in the moment between the end and its event', () => {
    const { built, managedWindow } = managed()
    managedWindow.send('early', 1)
    managedWindow.show()
    managedWindow.send('there', 1)
    if (built[0]) built[0].gone = true
    managedWindow.send('late', 1)
    built[0]?.end()
    managedWindow.send('after', 1)
    expect(built[0]?.did).toEqual(['sent there'])
  })
})
