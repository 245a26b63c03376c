import { expect, it } from 'vitest'
import { forwardEvents, emitAsEvents, type Announced } from '../../../main/platform/announce.ts'
import { createEvents } from '../../../main/platform/events.ts'

it('notifies every subscriber, in the order of subscription, and nobody else', () => {
  const received: string[] = []
  const events = createEvents<{ read: number; written: number }>(() => undefined)
  events.emit('read', 1)
  events.on('read', (seq) => received.push(`first ${String(seq)}`))
  events.on('written', () => received.push('other'))
  events.on('read', (seq) => received.push(`second ${String(seq)}`))
  events.emit('read', 2)
  expect(received).toEqual(['first 2', 'second 2'])
})

it('notifies the others when one of them throws, and reports the error', () => {
  const received: number[] = []
  const reported: unknown[] = []
  const events = createEvents<{ read: number }>((where, problem) => reported.push(where, problem))
  const problem = new Error('out of order')
  events.on('read', () => {
    throw problem
  })
  events.on('read', (seq) => received.push(seq))
  events.emit('read', 7)
  expect(received).toEqual([7])
  expect(reported).toEqual(['events.read', problem])
})

it('passes events inside main on to the window, under their noun and name', () => {
  const sent: unknown[] = []
  const events = createEvents<Announced & { inner: number }>(() => undefined)
  forwardEvents(events, (...emitted) => sent.push(emitted))
  emitAsEvents(events.emit)('alerts', 'changed', { latestSeq: 4 })
  events.emit('inner', 1)
  expect(sent).toEqual([['alerts', 'changed', { latestSeq: 4 }]])
})
