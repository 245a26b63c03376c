/**
 * A real profile at the end of the system's session: what would stop is named, and its store is
 * closed while the thread of main waits.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { latestCheckpoint, headOf } from '../../../main/store/audit.ts'
import { nothingAtStake } from '../../../preload/contract/text/desktop.ts'
import {
  startPrivateKeyring,
  type PrivateKeyring,
} from '../profile/keychain/support/private-keyring.ts'
import { deliver, freePort, withListener } from '../profile/support/listening.ts'
import { alertsIn, openProfileStore, secretsIn } from '../profile/support/profile-store.ts'
import { makeProfile, openWorkstation } from '../profile/support/real-workstation.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'

let keyring: PrivateKeyring
let folder: string
beforeAll(async () => {
  keyring = await startPrivateKeyring()
  folder = await newFolder()
})
afterAll(async () => {
  await keyring.stop()
  await removeFolder(folder)
})

it('a profile that listens is at stake, and is closed at once with every alert and a signed end', async () => {
  const session = await openWorkstation(folder, keyring.env)
  const { workstation } = session
  expect(workstation.atStake()).toEqual(nothingAtStake)
  const port = await freePort()
  const id = await makeProfile(session, 'Ridgeway')
  expect(workstation.atStake()).toEqual(nothingAtStake)
  await session.must('profiles.changeDetails', withListener({ port }))
  const { credentials } = (await secretsIn(folder, keyring.env, id)).listener
  expect(await deliver(port, credentials, 'acknowledged')).toMatchObject({ status: 200 })
  await session.must('workstation.setUnsaved', { places: ['Payee'] })
  const stake = { ...nothingAtStake, listeners: ['Ridgeway'], unsaved: ['Payee'] }
  expect(workstation.atStake()).toEqual(stake)
  // Behind another profile it listens on.
  await session.must('profiles.open', { id: 'practice', confirmation: null })
  expect(workstation.atStake()).toEqual(stake)

  await session.must('profiles.open', { id, confirmation: null })
  await session.must('audit.sign')
  await session.must('operators.lock')
  workstation.closeNow(30_000)

  expect(await alertsIn(folder, keyring.env, id)).toEqual(['acknowledged'])
  const { store } = await openProfileStore(folder, keyring.env, id)
  const { seq } = await headOf(store)
  expect(await latestCheckpoint(store)).toMatchObject({ seq })
  expect(store.stoppedUnclean).toBe(false)
  await store.close()
  await workstation.close().catch(() => undefined)
})
