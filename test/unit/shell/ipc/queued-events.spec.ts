import { describe, expect, it } from 'vitest'
import type { Announce } from '../../../../main/platform/announce.ts'
import { queueEventsWhileLocked } from '../../../../main/shell/ipc/queued-events.ts'

function stage() {
  const told: [string, unknown][] = []
  const who = { isIn: true, id: 'practice mara' }
  const announce = ((noun, name, payload) =>
    void told.push([`${noun}.${name}`, payload])) as Announce
  const held = queueEventsWhileLocked({
    announce,
    isSignedIn: () => who.isIn,
    forWhom: () => who.id,
  })
  return { told, who, held }
}

describe('while nobody is signed in, main', () => {
  it('tells what the lock screen shows, and nothing that a record says', () => {
    const { told, who, held } = stage()
    who.isIn = false
    held.announce('connection', 'stateChanged', {} as never)
    held.announce('orders', 'changed', { id: 'o1', state: 'accepted' })
    held.announce('alerts', 'changed', { latestSeq: 7 })
    held.announce('profiles', 'shownChanged', {} as never)
    expect(told.map(([channel]) => channel)).toEqual(['connection.stateChanged'])
  })

  it('keeps the last of each thing for the same person, in order, and tells it once', () => {
    const { told, who, held } = stage()
    who.isIn = false
    held.announce('orders', 'changed', { id: 'o1', state: 'sending' })
    held.announce('orders', 'changed', { id: 'o2', state: 'sending' })
    held.announce('orders', 'changed', { id: 'o1', state: 'accepted' })
    held.settle()
    expect(told).toEqual([])
    who.isIn = true
    held.settle()
    held.settle()
    expect(told).toEqual([
      ['orders.changed', { id: 'o2', state: 'sending' }],
      ['orders.changed', { id: 'o1', state: 'accepted' }],
    ])
  })

  it('keeps nothing for another person', () => {
    const { told, who, held } = stage()
    who.isIn = false
    held.announce('orders', 'changed', { id: 'o1', state: 'accepted' })
    Object.assign(who, { isIn: true, id: 'practice theo' })
    held.settle()
    Object.assign(who, { id: 'practice mara' })
    held.settle()
    expect(told).toEqual([])
  })
})
