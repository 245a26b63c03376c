/** Restores of backups that an earlier version of the program made. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemClock } from '../../../main/platform/clock.ts'
import { storeKeyIn } from '../../../main/profile/profile-secrets.ts'
import { openStore } from '../../../main/store/store.ts'
import type { RestoreDraft } from '../../../preload/contract/api/backups/backups.ts'
import { ownWorkstation } from '../../security/support/own-workstation.ts'
import { actsIn, secretsIn } from '../profile/support/profile-store.ts'
import { makeProfile } from '../profile/support/real-workstation.ts'
import { fakeWorker, newest } from '../store/stores.ts'

const own = ownWorkstation()

it('a backup of an earlier version is migrated, recorded, and put in place', async () => {
  const id = await makeProfile(own.session, 'Ridgeway')
  const backup = `countersign-${id}-20260102T140000000Z.backup`
  const backups = join(own.folder, 'profiles', id, 'backups')
  await mkdir(backups, { recursive: true })
  const older = await openStore({
    file: join(backups, backup),
    key: storeKeyIn(await secretsIn(own.folder, own.keyring.env, id)),
    startStoreWorker: fakeWorker({ until: newest - 1 }),
    clock: systemClock,
  })
  if (!older.ok) throw new Error(older.error.code)
  await older.value.close()
  const draft = await own.session.must<RestoreDraft>('backups.inspect', { id: backup })
  expect(draft).toMatchObject({ isOlder: true, acts: 1 })
  const wanted = { draftId: draft.draftId, confirmation: 'Ridgeway', reason: 'Lost' }
  expect(await own.session.call('backups.restore', wanted)).toMatchObject({
    error: { code: 'signed-out' },
  })
  await own.session.workstation.close()
  expect((await actsIn(own.folder, own.keyring.env, id)).slice(0, 4)).toEqual([
    'store.created',
    'store.migrated',
    'coverage.gap-found',
    'store.restored',
  ])
})
