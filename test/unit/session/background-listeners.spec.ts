/**
 * Promises P2 and P7: an enabled listener runs whichever profile is shown, and the window gets
 * events only of the shown profile.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListenerState } from '../../../preload/contract/api/alerts/listener.ts'
import type { CertificateInspection } from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import type { WorkstationState } from '../../../preload/contract/api/workstation-state.ts'
import { systemTimer, type StartTimer } from '../../../main/platform/timer.ts'
import type { ListenerSecrets } from '../../../main/profile/profile-secrets.ts'
import {
  startPrivateKeyring,
  type PrivateKeyring,
} from '../profile/keychain/support/private-keyring.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'
import { deliver, freePort, withListener } from '../profile/support/listening.ts'
import { actsIn, alertsIn, secretsIn } from '../profile/support/profile-store.ts'
import {
  detailsOf,
  makeProfile,
  openRealBank,
  setUp,
  openWorkstation,
  type RealWorkstation,
} from '../profile/support/real-workstation.ts'

let keyring: PrivateKeyring
let folder: string
let session: RealWorkstation
let port: number
/** Callbacks that run at the end of the minute between two tries. */
let minutes: (() => void)[]

/** In a test the minutes pass when the test decides. */
const startTimer: StartTimer = (afterMs, run) => {
  if (afterMs !== 60_000) return systemTimer(afterMs, run)
  minutes.push(run)
  return () => {
    minutes = minutes.filter((other) => other !== run)
  }
}
const passMinute = (): void => {
  for (const run of minutes.splice(0)) run()
}

beforeAll(async () => {
  keyring = await startPrivateKeyring()
})
afterAll(() => keyring.stop())
beforeEach(async () => {
  minutes = []
  folder = await newFolder()
  port = await freePort()
  session = await openWorkstation(folder, keyring.env, startTimer)
})
afterEach(async () => {
  await session.workstation.close()
  await removeFolder(folder)
})

const show = (id: string) => session.must('profiles.open', { id, confirmation: null })
const state = () => session.must<ListenerState>('listener.getState')
const credentialsOf = async (id: string): Promise<ListenerSecrets['credentials']> =>
  (await secretsIn(folder, keyring.env, id)).listener.credentials
const restart = async (): Promise<void> => {
  await session.workstation.close()
  session = await openWorkstation(folder, keyring.env, startTimer)
}
/** Waits until the other profile's listener is in this state. */
const untilOther = (id: string, running: object): Promise<void> =>
  vi.waitFor(
    async () => {
      const other = (await state()).others.find(({ profileId }) => profileId === id)
      expect(other?.running).toMatchObject(running)
    },
    { timeout: 20_000, interval: 50 },
  )
/** Creates a profile whose listener is enabled, and shows it. */
const makeListening = async (name: string): Promise<string> => {
  const id = await makeProfile(session, name)
  await session.must('profiles.changeDetails', withListener({ port }))
  return id
}
const taken = { status: 200 }
const nobody = { status: 'ECONNREFUSED' }
const events = (name: string) => session.emitted.others.filter(([notified]) => notified === name)

describe('a listener', () => {
  it('takes alerts while its profile is shown, while another is, and when it is shown again', async () => {
    const id = await makeListening('Ridgeway')
    const credentials = await credentialsOf(id)
    expect(await deliver(port, credentials, 'shown')).toMatchObject(taken)
    await vi.waitFor(() => expect(events('alerts.changed').length).toBeGreaterThan(0))
    const other = await makeProfile(session, 'Other')
    const before = events('alerts.changed').length
    expect(await deliver(port, credentials, 'behind')).toMatchObject(taken)
    await show('practice')
    expect(await deliver(port, credentials, 'behind practice')).toMatchObject(taken)
    await show(other)
    expect((await state()).others).toMatchObject([
      {
        profileId: id,
        name: 'Ridgeway',
        environment: 'pre-production',
        running: { state: 'listening' },
      },
    ])
    expect(events('alerts.changed')).toHaveLength(before)
    await show(id)
    expect(await deliver(port, credentials, 'again')).toMatchObject(taken)
    expect((await state()).others).toEqual([])
    await session.workstation.close()
    const stored = await alertsIn(folder, keyring.env, id)
    expect(stored).toEqual(['shown', 'behind', 'behind practice', 'again'])
    expect(await alertsIn(folder, keyring.env, other)).toEqual([])
  })

  it('starts with the program, and the window does not wait for it and stays as it was', async () => {
    const id = await makeListening('Ridgeway')
    const credentials = await credentialsOf(id)
    await restart()
    await untilOther(id, { state: 'listening' })
    expect(await deliver(port, credentials, 'after')).toMatchObject(taken)
    expect(await session.must<WorkstationState>('workstation.getState')).toMatchObject({
      profileId: 'practice',
      keychain: { state: 'not-checked' },
    })
    expect(new Set(session.emitted.states.map(({ profileId }) => profileId))).toEqual(
      new Set(['practice']),
    )
    expect(events('listener.stateChanged').at(-1)).toMatchObject([
      'listener.stateChanged',
      { others: [{ profileId: id, running: { state: 'listening' } }] },
    ])
    await session.workstation.close()
    expect(await deliver(port, credentials, 'closed')).toMatchObject(nobody)
  })

  it('of a profile that is retired ends with it, and does not start again until it is reinstated', async () => {
    const id = await makeListening('Ridgeway')
    const credentials = await credentialsOf(id)
    await session.must('profiles.retire', { confirmation: 'Ridgeway' })
    expect((await state()).running).toEqual({ state: 'off', why: 'retired' })
    expect(await deliver(port, credentials, 'retired')).toMatchObject(nobody)
    await restart()
    expect((await state()).others).toEqual([])
    await show(id)
    expect(await deliver(port, credentials, 'still retired')).toMatchObject(nobody)
    await session.must('profiles.reinstate')
    expect(await deliver(port, credentials, 'reinstated')).toMatchObject(taken)
  })

  it('continues in the background under another name, and ends when it is disabled', async () => {
    const id = await makeListening('Ridgeway')
    const credentials = await credentialsOf(id)
    await session.must('profiles.rename', { name: 'Ridgeway West' })
    await show('practice')
    expect((await state()).others).toMatchObject([{ name: 'Ridgeway West' }])
    await restart()
    await untilOther(id, { state: 'listening' })
    await show(id)
    await session.must('profiles.changeDetails', withListener({ port, enabled: false }))
    await show('practice')
    expect(await deliver(port, credentials, 'disabled')).toMatchObject(nobody)
    // The profile is closed completely: another opener can open its store.
    expect(await actsIn(folder, keyring.env, id)).toContain('profile.renamed')
    await restart()
    expect((await state()).others).toEqual([])
  })

  it('on the port of another reports that the port is in use, and the other continues', async () => {
    const first = await makeListening('First')
    const second = await makeListening('Second')
    expect((await state()).running).toMatchObject({ state: 'failed', problem: 'port-in-use' })
    expect((await state()).others).toMatchObject([{ running: { state: 'listening' } }])
    expect(await deliver(port, await credentialsOf(first), 'first')).toMatchObject(taken)
    expect(await deliver(port, await credentialsOf(second), 'second')).toMatchObject({
      status: 401,
    })
  })

  it('is copied disabled: a new profile never begins to listen by itself', async () => {
    await makeListening('Ridgeway')
    await session.must('profiles.create', {
      name: 'Copy',
      environment: 'pre-production',
      from: { kind: 'copy' },
      confirmation: null,
    })
    expect(await state()).toMatchObject({
      running: { state: 'off', why: 'not-enabled' },
      others: [{ name: 'Ridgeway', running: { state: 'listening' } }],
    })
  })
})

describe('bank note 95: rotated credentials', () => {
  it('are both taken, over a restart too, until those before are ended', async () => {
    const id = await makeListening('Ridgeway')
    const before = await credentialsOf(id)
    await session.must('listener.createCredentials')
    const after = await credentialsOf(id)
    await restart()
    await untilOther(id, { state: 'listening' })
    expect(await deliver(port, before, 'one')).toMatchObject(taken)
    expect(await deliver(port, after, 'two')).toMatchObject(taken)
    await show(id)
    await session.must('listener.endPrevious')
    expect(await deliver(port, before, 'three')).toMatchObject({ status: 401 })
    expect(await deliver(port, after, 'four')).toMatchObject(taken)
  })
})

describe('a keychain that is locked at the start', () => {
  let id: string
  let credentials: ListenerSecrets['credentials']
  beforeEach(async () => {
    id = await makeListening('Ridgeway')
    credentials = await credentialsOf(id)
    await session.workstation.close()
    await keyring.lock()
    session = await openWorkstation(folder, keyring.env, startTimer)
    await untilOther(id, { state: 'failed' })
  })
  const unlock = async (): Promise<void> => {
    await keyring.kill()
    await keyring.unlock()
  }
  afterEach(unlock)

  it('is reported by the listener, and a minute later it is tried again', async () => {
    await untilOther(id, { problem: 'other', detail: 'The keychain is locked.' })
    expect(await session.must('connection.checkHealth')).toMatchObject({ status: 200 })
    passMinute()
    await vi.waitFor(() => expect(minutes).toHaveLength(1), { timeout: 20_000 })
    await untilOther(id, { state: 'failed' })
    await unlock()
    passMinute()
    await untilOther(id, { state: 'listening' })
    expect(await deliver(port, credentials, 'late')).toMatchObject(taken)
    expect(minutes).toEqual([])
  })

  it('that answers again lets it start at once', async () => {
    await unlock()
    await session.must('keychain.check')
    await untilOther(id, { state: 'listening' })
    expect(await deliver(port, credentials, 'at once')).toMatchObject(taken)
  })

  it('that answers when the profile is shown lets it start with it', async () => {
    await unlock()
    await show(id)
    expect((await state()).running).toMatchObject({ state: 'listening' })
    expect(await deliver(port, credentials, 'shown')).toMatchObject(taken)
  })
})

describe('a profile that is open in the background', () => {
  it('is opened once, even where it is shown meanwhile, and has the last delivery of before', async () => {
    const id = await makeListening('Ridgeway')
    await deliver(port, await credentialsOf(id), 'before')
    await restart()
    // Its opening in the background has begun and not ended: a second opening would find the store
    // in use.
    await show(id)
    const last = { lastDelivery: { alerts: 1, quarantineReason: null }, counts: { deliveries: 0 } }
    expect(await state()).toMatchObject({ running: { state: 'listening' }, ...last })
    await show('practice')
    await show(id)
    expect(await deliver(port, await credentialsOf(id), 'once')).toMatchObject(taken)
  })

  it('is shown in production only for its confirmation', async () => {
    const id = await makeProfile(session, 'Live', 'production')
    await session.must('profiles.changeDetails', withListener({ port }))
    await show('practice')
    const refused = await session.call('profiles.open', { id, confirmation: null })
    expect(refused).toMatchObject({ error: { code: 'confirmation-wrong' } })
    expect(await session.must('workstation.getState')).toMatchObject({ profileId: 'practice' })
  })

  it('has no bank, drops its drafts, and has its bank again when it is shown', async () => {
    const bank = await openRealBank()
    const id = await makeProfile(session, 'Ridgeway')
    await setUp(session, bank)
    const { listener } = withListener({ port })
    await session.must('profiles.changeDetails', { ...detailsOf(bank), listener })
    const { certificateChain, privateKey } = bank.enrolment
    session.person.choose({ name: 'a.pem', bytes: certificateChain + privateKey })
    const { draftId } = await session.must<CertificateInspection>('certificates.select')
    const connections = session.emitted.connections
    await show('practice')
    const notified = connections.length
    expect(await deliver(port, await credentialsOf(id), 'behind')).toMatchObject(taken)
    expect(connections.slice(notified)).toEqual([])
    await show(id)
    expect(await session.must('connection.checkHealth')).toMatchObject({ status: 200 })
    const gone = await session.call('certificates.commit', { draftId })
    expect(gone).toMatchObject({ error: { code: 'draft-gone' } })
    await bank.close()
  })
})
