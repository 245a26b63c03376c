import { describe, expect, it } from 'vitest'
import type { Announce } from '../../../../main/platform/announce.ts'
import { queueEventsWhileLocked } from '../../../../main/shell/ipc/queued-events.ts'

function stage() {
  const emitted: [string, unknown][] = []
  const who = { isIn: true, id: 'practice mara' }
  const announce = ((noun, name, payload) =>
    void emitted.push([`${noun}.${name}`, payload])) as Announce
  const queued = queueEventsWhileLocked({
    announce,
    isSignedIn: () => who.isIn,
    forWhom: () => who.id,
  })
  return { emitted, who, queued }
}

describe('while nobody is signed in, main', () => {
  it('sends what the lock screen shows, and nothing that a record holds', () => {
    const { emitted, who, queued } = stage()
    who.isIn = false
    queued.announce('connection', 'stateChanged', {} as never)
    queued.announce('orders', 'changed', { id: 'o1', state: 'accepted' })
    queued.announce('alerts', 'changed', { latestSeq: 7 })
    queued.announce('profiles', 'shownChanged', {} as never)
    expect(emitted.map(([channel]) => channel)).toEqual(['connection.stateChanged'])
  })

  it('keeps the last of each thing for the same person, in order, and sends it once', () => {
    const { emitted, who, queued } = stage()
    who.isIn = false
    queued.announce('orders', 'changed', { id: 'o1', state: 'sending' })
    queued.announce('orders', 'changed', { id: 'o2', state: 'sending' })
    queued.announce('orders', 'changed', { id: 'o1', state: 'accepted' })
    queued.settle()
    expect(emitted).toEqual([])
    who.isIn = true
    queued.settle()
    queued.settle()
    expect(emitted).toEqual([
      ['orders.changed', { id: 'o2', state: 'sending' }],
      ['orders.changed', { id: 'o1', state: 'accepted' }],
    ])
  })

  it('keeps nothing for another person', () => {
    const { emitted, who, queued } = stage()
    who.isIn = false
    queued.announce('orders', 'changed', { id: 'o1', state: 'accepted' })
    Object.assign(who, { isIn: true, id: 'practice theo' })
    queued.settle()
    Object.assign(who, { id: 'practice mara' })
    queued.settle()
    expect(emitted).toEqual([])
  })
})
