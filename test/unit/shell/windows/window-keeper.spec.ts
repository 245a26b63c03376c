import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { describe, expect, it } from 'vitest'
import { keepWindow } from '../../../../main/shell/windows/window-keeper.ts'

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

  isDestroyed = (): boolean => this.gone
  isMinimized = (): boolean => this.minimized
  restore = (): unknown => this.did.push('restored')
  isVisible = (): boolean => this.visible
  show = (): unknown => this.did.push('shown')
  end(): void {
    this.gone = true
    this.emit('closed')
  }
}

function keeping() {
  const built: FakeWindow[] = []
  const keeper = keepWindow(() => {
    built.push(new FakeWindow())
    return built.at(-1) as unknown as BrowserWindow
  })
  const contents = (index: number) => built[index]?.webContents as unknown as Electron.WebContents
  return { built, keeper, contents }
}

describe('the kept window', () => {
  it('is built when shown, and not a second time while it is there', () => {
    const { built, keeper } = keeping()
    expect(keeper.current()).toBeUndefined()
    keeper.show()
    keeper.show()
    expect(built).toHaveLength(1)
    expect(built[0]?.did).toEqual(['shown'])
    if (built[0]) built[0].minimized = true
    keeper.show()
    expect(built[0]?.did).toEqual(['shown', 'restored', 'shown'])
  })

  it('is not shown before it has something to show', () => {
    const { built, keeper } = keeping()
    keeper.show()
    const [window] = built
    if (window) Object.assign(window, { loading: true, visible: false })
    keeper.show()
    expect(window?.did).toEqual([])
  })

  it('is built anew after it was closed, and trusts the new one alone', () => {
    const { built, keeper, contents } = keeping()
    keeper.show()
    expect(keeper.isOurs(contents(0))).toBe(true)
    built[0]?.end()
    expect(keeper.current()).toBeUndefined()
    expect(keeper.isOurs(contents(0))).toBe(false)
    keeper.show()
    expect(built).toHaveLength(2)
    expect(keeper.isOurs(contents(1))).toBe(true)
    expect(keeper.isOurs(contents(0))).toBe(false)
  })

  it('tells nobody while there is none, also in the moment between the end and its event', () => {
    const { built, keeper } = keeping()
    keeper.send('early', 1)
    keeper.show()
    keeper.send('there', 1)
    if (built[0]) built[0].gone = true
    keeper.send('late', 1)
    built[0]?.end()
    keeper.send('after', 1)
    expect(built[0]?.did).toEqual(['sent there'])
  })
})
