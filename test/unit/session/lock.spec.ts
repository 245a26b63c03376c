/** When the workstation locks itself, with a clock that the test moves. */
import { describe, expect, it } from 'vitest'
import { createLock } from '../../../main/session/lock.ts'
import { createPracticeOperators } from '../../../main/profile/practice-operators.ts'
import { lockWithSystem, systemPresence } from '../../../main/shell/security/lock-with-system.ts'
import { defaultPolicy } from '../../../preload/contract/domain/operators/policy.ts'
import type { SessionServices } from '../../../main/session/open-session.ts'

const minute = 60_000

function stage(autoLockMinutes = 10) {
  let [ms, wall] = [0, Date.parse('2026-11-23T14:00:00.000Z')]
  let due: (() => void) | undefined
  const system = { idle: 0, locked: false, fails: false }
  const operators = createPracticeOperators({
    store: () => undefined,
    changed: () => undefined,
    report: (where) => expect.fail(where),
  })
  const policy = { current: () => ({ policy: { ...defaultPolicy, autoLockMinutes } }) }
  const lock = createLock({
    shown: () => ({ operators, services: { policy } as unknown as SessionServices }),
    clock: { now: () => new Date(wall), monotonicMs: () => ms },
    startTimer: (_afterMs, run) => {
      due = run
      return () => (due = undefined)
    },
    system: {
      idleSeconds: () => (system.fails ? expect.fail('no service') : system.idle),
      isLocked: () => (system.fails ? expect.fail('no service') : system.locked),
    },
  })
  lock.start()
  return {
    lock,
    operators,
    system,
    access: () => operators.access(),
    pass: (time: number, wallTime = time): void => {
      ms += time
      wall += wallTime
      due?.()
    },
    isLooking: () => due !== undefined,
  }
}
const locked = (reason: string) => ({ state: 'locked', reason, operatorId: 'practice-mara' })

describe('the workstation', () => {
  it('locks itself when nobody was at the window for the time in the policy', () => {
    const { access, pass, lock } = stage(3)
    pass(2 * minute)
    lock.beActive()
    pass(3 * minute - 1)
    expect(access()).toEqual({ state: 'in' })
    pass(1)
    expect(access()).toEqual(locked('idle'))
  })

  it.each([
    ['always says 0, as on Wayland without a service', { idle: 0 }],
    ['says no number', { idle: Number.NaN }],
    ['fails', { fails: true }],
  ])('locks by the time at the window where the system %s', (_, answers) => {
    const { access, pass, system } = stage(3)
    Object.assign(system, answers)
    pass(3 * minute - 1)
    expect(access()).toEqual({ state: 'in' })
    pass(1)
    expect(access()).toEqual(locked('idle'))
  })

  it('is not kept open by a window that reports activity while nobody was at the computer', () => {
    const { access, pass, lock, system } = stage(3)
    for (let at = 1; at <= 3; at += 1) {
      lock.beActive()
      system.idle = at * 60
      pass(minute)
    }
    expect(access()).toEqual(locked('idle'))
  })

  it('counts the time in which the computer slept', () => {
    const { access, pass } = stage(10)
    pass(5_000, 11 * minute)
    expect(access()).toEqual(locked('idle'))
  })

  it('locks where the screen is locked without an event', () => {
    const { access, pass, system } = stage()
    system.locked = true
    pass(5_000)
    expect(access()).toEqual(locked('screen'))
  })

  it('starts counting again at a sign-in', async () => {
    const { access, pass, lock, operators } = stage(3)
    await lock.lock('operator')
    pass(20 * minute)
    await operators.signIn('practice-theo', null)
    pass(3 * minute - 5_000)
    expect(access()).toEqual({ state: 'in' })
    pass(5_000)
    expect(access()).toMatchObject({ state: 'locked', operatorId: 'practice-theo' })
  })

  it('stops checking once it is closed', () => {
    const { lock, isLooking } = stage()
    expect(isLooking()).toBe(true)
    lock.stop()
    expect(isLooking()).toBe(false)
  })
})

describe('the system', () => {
  it('locks with its screen and before it sleeps, and says how idle it is', () => {
    const received = new Map<string, () => void>()
    const locks: string[] = []
    const on = ((event: string, run: () => void) => received.set(event, run)) as never
    lockWithSystem({ on }, (reason) => {
      locks.push(reason)
      return Promise.resolve()
    })
    received.get('lock-screen')?.()
    received.get('suspend')?.()
    expect(locks).toEqual(['screen', 'suspend'])
    const presence = systemPresence({
      getSystemIdleTime: () => 42,
      getSystemIdleState: () => 'locked',
    })
    expect([presence.idleSeconds(), presence.isLocked()]).toEqual([42, true])
  })
})
