import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import {
  nothingAtStake,
  quitQuestion,
  type AtStake,
} from '../../../preload/contract/text/desktop.ts'
import { askBeforeQuitting, quitBox } from '../../../main/shell/quitting.ts'

describe('the question before the program ends', () => {
  it.each<readonly [Partial<AtStake>, string]>([
    [{ unsaved: ['New batch', 'Payee'] }, 'Not saved: New batch, Payee. This input is lost.'],
    [
      { listeners: ['Harbor Bank'] },
      'Countersign stops listening for alerts of Harbor Bank. They wait at the bank for a day at most; after that only sweeps find them.',
    ],
    [
      { isBulkRunning: true },
      'A bulk validation is running. It stops and can be resumed after the next start.',
    ],
    [
      { sending: 1 },
      '1 release is being sent. What has not left goes back to Approved; what has left may get an unknown outcome.',
    ],
    [
      { sending: 2 },
      '2 releases are being sent. What has not left goes back to Approved; what has left may get an unknown outcome.',
    ],
  ])('names %j', (stake, sentence) => {
    expect(quitQuestion({ ...nothingAtStake, ...stake })?.text).toBe(sentence)
  })

  it('is one, with everything in it, and none where nothing is at stake', () => {
    expect(quitQuestion(nothingAtStake)).toBeUndefined()
    const all = { unsaved: ['Policy'], listeners: ['A', 'B'], isBulkRunning: true, sending: 1 }
    expect(quitQuestion(all)?.text.split('\n\n')).toHaveLength(4)
  })
})

/** Electron's app: a quit that nobody prevents ends it. */
class FakeApp extends EventEmitter {
  isOver = false
  quit(): void {
    let isPrevented = false
    const preventDefault = (): void => {
      isPrevented = true
    }
    this.emit('before-quit', { preventDefault })
    this.isOver ||= !isPrevented
  }
}

function asking(stake: Partial<AtStake>, answer: () => Promise<boolean>) {
  const app = new FakeApp()
  const ask = vi.fn<() => Promise<boolean>>(answer)
  const report = vi.fn<(problem: unknown) => void>()
  const quitting = askBeforeQuitting({
    app: app as unknown as Electron.App,
    atStake: () => ({ ...nothingAtStake, ...stake }),
    ask,
    report,
  })
  return { app, ask, report, quitting }
}
const yes = () => Promise.resolve(true)
const no = () => Promise.resolve(false)

describe('quitting', () => {
  it('asks nobody where nothing is at stake', () => {
    const { app, ask, quitting } = asking({}, no)
    app.quit()
    expect(app.isOver).toBe(true)
    expect(quitting.isDecided()).toBe(true)
    expect(ask).not.toHaveBeenCalled()
  })

  it('waits for the answer, asks once at a time, and asks again after a no', async () => {
    const { app, ask, quitting } = asking({ unsaved: ['Payee'] }, no)
    app.quit()
    app.quit()
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.waitFor(() => {
      app.quit()
      expect(ask).toHaveBeenCalledTimes(2)
    })
    expect(app.isOver).toBe(false)
    expect(quitting.isDecided()).toBe(false)
  })

  it('ends after a yes, and is not asked about again', async () => {
    const { app, ask } = asking({ listeners: ['Harbor Bank'] }, yes)
    app.quit()
    expect(app.isOver).toBe(false)
    await vi.waitFor(() => expect(app.isOver).toBe(true))
    app.quit()
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('asks nobody at the end of a session', () => {
    const { app, ask, quitting } = asking({ unsaved: ['Payee'] }, no)
    quitting.quitUnasked()
    expect(app.isOver).toBe(true)
    expect(ask).not.toHaveBeenCalled()
  })

  it('ends where the system shows no question, and reports that', async () => {
    const { app, report } = asking({ unsaved: ['Payee'] }, () =>
      Promise.reject(new Error('no box')),
    )
    app.quit()
    await vi.waitFor(() => expect(app.isOver).toBe(true))
    expect(report).toHaveBeenCalledWith(new Error('no box'))
  })
})

it('the box stands on a visible window, and Enter and Escape keep the program open', async () => {
  const question = quitQuestion({ ...nothingAtStake, unsaved: ['Payee'] }) ?? expect.fail('none')
  const shown: unknown[][] = []
  const showMessageBox = (...args: unknown[]) => {
    shown.push(args)
    return Promise.resolve({ response: 1, checkboxChecked: false })
  }
  const windowThat = (isVisible: boolean) =>
    ({ isVisible: () => isVisible, isMinimized: () => false }) as Electron.BrowserWindow
  const [window, hidden] = [windowThat(true), windowThat(false)]
  const options = expect.objectContaining({
    buttons: ['Keep open', 'Quit'],
    defaultId: 0,
    cancelId: 0,
  }) as unknown
  expect(await quitBox({ showMessageBox }, () => window)(question)).toBe(true)
  expect(await quitBox({ showMessageBox }, () => hidden)(question)).toBe(true)
  expect(shown).toEqual([[window, options], [options]])
})
