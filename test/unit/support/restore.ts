/** Marks an open store as restored from a backup of the day before. */
import { genesis } from '../../../main/store/hash-chain.ts'
import { applyRestore } from '../../../main/workplace/apply-restore.ts'
import type { Store } from '../../../main/store/store.ts'

/** `at`: time of the restore, ISO UTC. */
export const restore = (store: Store, at: string) =>
  store.work(applyRestore, {
    at,
    actor: 'account',
    reason: 'the disk broke',
    backupAt: new Date(Date.parse(at) - 86_400_000).toISOString(),
    backupHead: genesis,
    replacedHead: null,
    gapId: `gap-${at}`,
  })
