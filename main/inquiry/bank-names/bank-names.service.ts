/**
 * Names of banks by routing number: from directory files that an administrator imports, and from
 * the downloaded RTP participants. No list is part of the program.
 */
import { createHash } from 'node:crypto'
import {
  directoryKinds,
  type BankNamesFound,
  type DirectoryDraft,
  type ImportedDirectory,
} from '../../../preload/contract/api/bank-names/channels.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { hasRoutingChecksum } from '../../../preload/contract/kernel/routing-number.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { createDraft } from '../../platform/draft.ts'
import type { ChosenFile } from '../../platform/files/chosen-file.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { currentSet, participantName } from '../payment-inquiry/participant-records.ts'
import { readDirectory, type ReadDirectory } from './directory-file.ts'

/** Bank names of one open store. */
export interface BankNames {
  /** Returns the names of a bank, the directories' first. */
  find(routingNumber: string): Promise<BankNamesFound>
  directories(): Promise<ImportedDirectory[]>
  /** Reads a chosen file; nothing is stored. Fails if it is no directory file. */
  inspect(
    file: ChosenFile,
    actor: string,
  ): Promise<Result<DirectoryDraft, Failure<'file-not-understood'>>>
  /** Imports the inspected file in one transaction, in place of the earlier one of its kind. */
  commit(
    draftId: string,
    actor: string,
  ): Promise<Result<ImportedDirectory[], Failure<'draft-gone'>>>
}

interface InspectedFile {
  readonly actor: string
  readonly file: string
  readonly sha256: string
  readonly read: ReadDirectory
}

/** Rows per statement, so that the store worker can serve others in between. */
const rowsAtOnce = 250

type Context = Pick<SessionContext, 'store' | 'clock' | 'newId' | 'operatorName' | 'emitEvent'>

export function createBankNames(context: Context): BankNames {
  const { store, clock } = context
  const draft = createDraft<InspectedFile>(context)

  async function directories(): Promise<ImportedDirectory[]> {
    const rows = await store.read
      .selectFrom('bank_directories')
      .selectAll()
      .orderBy('kind')
      .execute()
    return rows.map((row) => ({
      kind: row.kind,
      file: row.file_name,
      sha256: row.sha256,
      banks: row.bank_count,
      changedOn: row.changed_on,
      importedAt: row.imported_at,
      operator: context.operatorName(row.actor),
    }))
  }

  async function find(routingNumber: string): Promise<BankNamesFound> {
    const [imported, set] = await Promise.all([directories(), currentSet(store)])
    const hasDirectory = imported.length > 0
    if (!hasRoutingChecksum(routingNumber)) return { names: [], hasDirectory }
    const rows = await store.read
      .selectFrom('directory_banks')
      .selectAll()
      .where('routing', '=', routingNumber)
      .execute()
    const names: BankNamesFound['names'] = directoryKinds.flatMap((source) => {
      const row = rows.find(({ kind }) => kind === source)
      const at = imported.find(({ kind }) => kind === source)?.importedAt
      return row && at !== undefined ? [{ name: row.name, place: row.place, source, at }] : []
    })
    const participant = set && (await participantName(store, set, routingNumber))
    if (set && participant)
      names.push({ name: participant, place: '', source: 'participants', at: set.at })
    return { names, hasDirectory }
  }

  return {
    find,
    directories,
    async inspect({ name: file, bytes }, actor) {
      const read = await readDirectory(bytes, () => clock.monotonicMs())
      if (!read) {
        const detail =
          'It has no lines of 155 characters (FedACH) or 101 characters (Fedwire) with a routing number.'
        return err({ code: 'file-not-understood', file, detail })
      }
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const { kind, banks, changedOn, broken, problems } = read
      draft.forget()
      return ok({
        draftId: broken === 0 ? draft.put({ actor, file, sha256, read }) : null,
        kind,
        file,
        sha256,
        banks: banks.length,
        changedOn,
        broken,
        problems: [...problems],
      })
    },
    async commit(draftId, actor) {
      const inspected = draft.get(draftId)
      if (inspected?.actor !== actor) return err({ code: 'draft-gone' })
      // Taken before the first await: a second click must not import it again.
      draft.forget()
      const { file, sha256, read } = inspected
      const { kind, banks, changedOn } = read
      const detail = { file, sha256, banks: banks.length, changedOn }
      const act = { actor, kind: 'bank-directory.imported', subject: kind, detail }
      await store.record(act, async (tx) => {
        await tx.deleteFrom('directory_banks').where('kind', '=', kind).execute()
        await tx.deleteFrom('bank_directories').where('kind', '=', kind).execute()
        await tx
          .insertInto('bank_directories')
          .values({
            kind,
            file_name: file,
            sha256,
            bank_count: banks.length,
            changed_on: changedOn,
            imported_at: clock.now().toISOString(),
            actor,
          })
          .execute()
        for (let start = 0; start < banks.length; start += rowsAtOnce) {
          const rows = banks.slice(start, start + rowsAtOnce)
          await tx
            .insertInto('directory_banks')
            .values(rows.map(({ routing, name, place }) => ({ kind, routing, name, place })))
            .execute()
        }
      })
      context.emitEvent('bankNames', 'changed', {})
      return ok(await directories())
    },
  }
}
