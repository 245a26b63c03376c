/** Restores of backups that an earlier state of the program made. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemClock } from '../../../main/platform/clock.ts'
import { storeKeyIn } from '../../../main/profile/profile-secrets.ts'
import { openStore } from '../../../main/store/store.ts'
import { ownWorkstation } from '../../security/support/own-workstation.ts'
import { secretsIn } from '../profile/support/profile-store.ts'
import { makeProfile } from '../profile/support/real-workstation.ts'
import { startStoreWorker } from '../support/programs/programs.ts'

const own = ownWorkstation()

it('a backup of an earlier state of the program is refused, and left as it was', async () => {
  const id = await makeProfile(own.session, 'Ridgeway')
  const backup = `countersign-${id}-20260102T140000000Z.backup`
  const backups = join(own.folder, 'profiles', id, 'backups')
  const file = join(backups, backup)
  await mkdir(backups, { recursive: true })
  const earlier = await openStore({
    file,
    key: storeKeyIn(await secretsIn(own.folder, own.keyring.env, id)),
    startStoreWorker,
    clock: systemClock,
  })
  if (!earlier.ok) throw new Error(earlier.error.code)
  await earlier.value.close()
  const bytes = await readFile(file)
  bytes.writeUInt32BE(38, 60)
  await writeFile(file, bytes)
  expect(await own.session.call('backups.inspect', { id: backup })).toMatchObject({
    error: { code: 'backup-refused', why: 'earlier' },
  })
  expect((await readFile(file)).equals(bytes)).toBe(true)
})
