/** The listener of one of several workstations: open while it has the duty and is heard of. */
import { connect } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import type { ListenerServiceDeps } from '../../../main/alerts/listener/listener.service.ts'
import {
  onlyMember,
  type DutyHolder,
  type Membership,
  type OpenedListener,
  type WorkstationSeen,
} from '../../../main/store/membership.ts'
import { accepted } from './support/running-listener.ts'
import {
  deliverTo,
  firstBasic,
  intake,
  occupied,
  open,
  portOf,
  setup,
} from './support/listening-service.ts'

const at = '2026-11-28T09:00:00.000Z'
const soon = { timeout: 10_000, interval: 5 }

const seen = (part: Partial<WorkstationSeen> & { readonly id: string }): WorkstationSeen => ({
  name: `Workstation ${part.id}`,
  isHere: true,
  heardAt: at,
  operator: null,
  operatorSince: null,
  listener: null,
  listenedAt: null,
  ...part,
})

/** A workstation whose duty and signs of life a test decides. */
function member(id = '1') {
  let holder: DutyHolder | undefined
  let hasChanged = (): void => undefined
  const of = {
    isHeard: true,
    /** How often it gave the duty back. */
    givenBack: 0,
    all: [seen({ id })] as readonly WorkstationSeen[],
    /** What it told the team last. */
    told: undefined as OpenedListener | null | undefined,
  }
  const membership: Membership = {
    ...onlyMember,
    home: id,
    isFresh: () => of.isHeard,
    workstations: () => of.all,
    listens: (listener) => void (of.told = listener),
    onDuty: (duty, given) => {
      expect(duty).toBe('listener')
      holder = given
      return () => {
        holder = undefined
        of.givenBack += 1
      }
    },
    onChange: (listener) => void (hasChanged = listener),
  }
  return {
    of,
    membership,
    wants: () => holder !== undefined,
    takes: () => holder?.start(),
    loses: () => holder?.stop(),
    changed: () => hasChanged(),
  }
}

const service = (one: ReturnType<typeof member>, change: Partial<ListenerServiceDeps> = {}) =>
  open({ membership: one.membership, ...change })

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.destroy(undefined))
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })

describe('a workstation that shares its store', () => {
  it('opens its port when it takes the duty, and tells the others where', async () => {
    const one = member()
    const opened = vi.fn<(address: string) => Promise<void>>(() => Promise.resolve())
    const listener = service(one)
    expect(one.wants()).toBe(false)
    await listener.apply({ ...setup, opened })
    expect([one.wants(), listener.running()]).toEqual([true, { state: 'standby' }])
    expect(listener.state().team).toEqual({ state: 'nobody', since: null })
    one.takes()
    await vi.waitFor(() => expect(listener.running().state).toBe('listening'), soon)
    const port = portOf(listener)
    const address = `https://127.0.0.1:${String(port)}/alerts`
    expect(await deliverTo(port, firstBasic)).toBe(200)
    expect(one.of.told).toMatchObject({ address, ownCertificate: setup.certificate.chain })
    expect(listener.state().team).toEqual({ state: 'this', address })
    expect(opened.mock.calls).toEqual([[address]])
  })

  it('closes its port when it loses the duty, and opens it when it has it again', async () => {
    const one = member()
    const opened = vi.fn<(address: string) => Promise<void>>(() => Promise.resolve())
    const listener = service(one)
    await listener.apply({ ...setup, opened })
    one.takes()
    await vi.waitFor(() => expect(listener.running().state).toBe('listening'), soon)
    const port = portOf(listener)
    one.loses()
    await vi.waitFor(() => expect(listener.running()).toEqual({ state: 'standby' }), soon)
    expect(await accepts(port)).toBe(false)
    expect(one.of.told).toBeNull()
    one.takes()
    await vi.waitFor(() => expect(listener.running().state).toBe('listening'), soon)
    expect(await deliverTo(portOf(listener), firstBasic)).toBe(200)
    expect(opened).toHaveBeenCalledTimes(2)
  })

  it('answers 503 as soon as the team no longer hears of it, and closes its port', async () => {
    const one = member()
    const accept = vi.fn(() => Promise.resolve(accepted))
    const listener = service(one, { intake: { ...intake, accept } })
    await listener.apply(setup)
    one.takes()
    await vi.waitFor(() => expect(listener.running().state).toBe('listening'), soon)
    const port = portOf(listener)
    one.of.isHeard = false
    expect(await deliverTo(port, firstBasic)).toBe(503)
    expect(accept).not.toHaveBeenCalled()
    one.changed()
    await vi.waitFor(() => expect(listener.running()).toEqual({ state: 'standby' }), soon)
    expect(await accepts(port)).toBe(false)
    expect(listener.state().team).toEqual({ state: 'unknown' })
    one.of.isHeard = true
    one.changed()
    await vi.waitFor(() => expect(listener.running().state).toBe('listening'), soon)
  })

  it('leaves the duty to another for a while where it cannot open its port, and says why', async () => {
    const { server, port } = await occupied()
    const one = member()
    const listener = service(one, { retryAfterMs: 50 })
    await listener.apply({ ...setup, port })
    one.takes()
    await vi.waitFor(() => expect(listener.running().state).toBe('failed'), soon)
    expect(listener.running()).toMatchObject({ problem: 'port-in-use' })
    expect(one.of.givenBack).toBe(1)
    expect(one.of.told).toBeNull()
    server.close()
    await vi.waitFor(() => expect(one.wants()).toBe(true), soon)
    one.takes()
    await vi.waitFor(() => expect(listener.running().state).toBe('listening'), soon)
  })

  it('wants the duty only while the listener is on, and gives it back when it closes', async () => {
    const one = member()
    const listener = service(one)
    await listener.apply('not-enabled')
    expect(one.wants()).toBe(false)
    await listener.apply(setup)
    one.takes()
    await vi.waitFor(() => expect(listener.running().state).toBe('listening'), soon)
    const port = portOf(listener)
    await listener.apply('not-enabled')
    expect([one.wants(), await accepts(port)]).toEqual([false, false])
    await listener.apply(setup)
    expect(one.wants()).toBe(true)
    await listener.close()
    expect(one.wants()).toBe(false)
  })

  it('gives the duty back at rest, and takes it again if nobody else has it', async () => {
    const one = member()
    const listener = service(one, { retryAfterMs: 50 })
    await listener.apply(setup)
    one.takes()
    await vi.waitFor(() => expect(listener.running().state).toBe('listening'), soon)
    await listener.rest()
    expect(listener.running()).toEqual({ state: 'standby' })
    await vi.waitFor(() => expect(one.wants()).toBe(true), soon)
  })

  it('says which of the others listens, and since when nobody does', async () => {
    const one = member()
    const listener = service(one)
    await listener.apply(setup)
    const there = { since: at, ownCertificate: null, probeToken: 'token' }
    const address = 'https://192.0.2.7:8443/alerts'
    one.of.all = [
      seen({ id: '1', listenedAt: '2026-11-28T08:00:00.000Z' }),
      seen({ id: '2', isHere: false, listener: { ...there, address: 'https://192.0.2.6/alerts' } }),
      seen({ id: '3', name: 'Theo’s desk', listener: { ...there, address } }),
    ]
    expect(listener.state().team).toEqual({
      state: 'other',
      name: 'Theo’s desk',
      address,
      since: at,
    })
    one.of.all = one.of.all.map((other) => ({
      ...other,
      isHere: other.id === '1',
      listenedAt: other.id === '3' ? at : other.listenedAt,
    }))
    expect(listener.state().team).toEqual({ state: 'nobody', since: at })
  })

  it('checks the way to the listener of another workstation, and says who answers', async () => {
    const [one, two] = [member('1'), member('2')]
    const [here, there] = [service(one), service(two)]
    await here.apply(setup)
    await there.apply(setup)
    expect(await here.probe()).toEqual({ ok: false, error: { code: 'listener-off' } })
    two.takes()
    await vi.waitFor(() => expect(there.running().state).toBe('listening'), soon)
    const all = [seen({ id: '1' }), seen({ id: '2', listener: two.of.told ?? null })]
    one.of.all = all
    two.of.all = all
    expect(await here.probe()).toMatchObject({ ok: true })
    expect(here.state().reach).toMatchObject({ finding: 'reachable', answeredBy: 'Workstation 2' })
    // The bank has to trust the certificate that is presented at its address.
    const publicUrl = one.of.all[1]?.listener?.address ?? null
    await here.apply({ ...setup, publicUrl })
    await here.probe()
    expect(here.state().reach).toMatchObject({ finding: 'own-certificate' })
    // Its own checks are answered as before.
    await there.probe()
    expect(there.state().reach).toMatchObject({ finding: 'reachable', answeredBy: 'Workstation 2' })
    two.loses()
    await vi.waitFor(() => expect(there.running()).toEqual({ state: 'standby' }), soon)
    await here.probe()
    expect(here.state().reach).toMatchObject({ finding: 'refused', answeredBy: null })
  })
})
