import { largestImportBytes } from '../../../preload/contract/api/bulk/import.ts'
import type { BulkRun } from '../../../preload/contract/api/bulk/run.ts'
import { identifierLabels } from '../../../preload/contract/api/profiles/profile.ts'
import type { Product } from '../../../preload/contract/api/profiles/profile-details.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'
import type { CallBlocked } from '../../profile/session-context.ts'
import type { ChosenFile, FileDialogs, FileTrouble } from '../../platform/files/chosen-file.ts'
import type { Inquiry } from '../../inquiry/inquiry.ts'
import { writeSpreadsheet } from '../../platform/spreadsheets/write-spreadsheet.ts'

export interface BulkHandlersDeps {
  readonly profiles: ProfilesService
  readonly clock: Clock
  /** Why calls to the shown profile's bank are blocked for a product; undefined: not blocked. */
  readonly callBlockFor: (product: Product) => Result<never, CallBlocked> | undefined
}

const spreadsheets = [{ name: 'Spreadsheets', extensions: ['csv', 'xlsx', 'txt', 'tsv'] }] as const

/** Returns the file that a person chooses in main's dialog; null: none. */
async function chooseFile(
  dialogs: FileDialogs,
  title: string,
): Promise<Result<ChosenFile | null, { code: 'file-failed' } & FileTrouble>> {
  const request = { title, kinds: spreadsheets, several: false, largestBytes: largestImportBytes }
  const chosen = await dialogs.open(request)
  if (!chosen.ok) return err({ code: 'file-failed', ...chosen.error })
  return ok(chosen.value?.[0] ?? null)
}

export function bulkHandlers(deps: BulkHandlersDeps): Pick<Handlers, 'bulk'> {
  const { profiles } = deps
  const onSession = onActiveSession(profiles)
  /** Why calls to the shown profile's bank are blocked. */
  const callBlock = () => {
    const details = profiles.shown().real?.details()
    const lacksId = details?.secondaryId === null
    return (
      deps.callBlockFor('account-validation') ??
      (lacksId
        ? err({ code: 'profile-incomplete', missing: [identifierLabels.secondaryId] } as const)
        : undefined)
    )
  }
  return {
    bulk: {
      selectFile: (_input, { operator, dialogs }) =>
        onSession(async ({ bulk }) => {
          const chosen = await chooseFile(dialogs, 'Choose accounts to validate')
          if (!chosen.ok || chosen.value === null)
            return chosen as typeof chosen & Result<null, never>
          return bulk.drafts.take(chosen.value.name, chosen.value.bytes, operator.id)
        }),
      takeFile: ({ name, base64 }, { operator }) =>
        onSession(({ bulk }) => bulk.drafts.take(name, Buffer.from(base64, 'base64'), operator.id)),
      chooseSheet: ({ draftId, sheet }, { operator }) =>
        onSession(({ bulk }) => bulk.drafts.chooseSheet(draftId, sheet, operator.id)),
      check: ({ draftId, ...rules }, { operator }) =>
        onSession(({ bulk }) => bulk.drafts.check(draftId, rules, operator.id)),
      revealDraftRow: ({ draftId, row }, { operator }) =>
        onSession(({ bulk }) => bulk.drafts.reveal(draftId, row, operator.id)),
      editDraftRow: ({ draftId, row, target, value, mapping, options }, { operator }) =>
        onSession(({ bulk }) =>
          bulk.drafts.edit(draftId, { row, target, value }, { mapping, options }, operator.id),
        ),
      listDraftRows: (request, { operator }) =>
        onSession(({ bulk }) => bulk.drafts.rows(request, operator.id)),
      discard: ({ draftId }, { operator }) =>
        onSession(({ bulk }) => {
          bulk.drafts.discard(draftId, operator.id)
          return ok(undefined)
        }),
      start: ({ draftId, name }, { operator }) =>
        onSession(({ bulk }) => callBlock() ?? bulk.start(draftId, name, operator.id)),
      list: (request) => onSession(async ({ bulk }) => ok(await bulk.runs.list(request))),
      get: ({ id }) => onSession(({ bulk }) => bulk.runs.get(id)),
      listRows: (request) => onSession(async ({ bulk }) => ok(await bulk.listRows(request))),
      getTally: ({ id, threshold }) =>
        onSession(async ({ bulk }) => ok(await bulk.getTally(id, threshold))),
      pause: ({ id }, { operator }) => onSession(({ bulk }) => bulk.runs.pause(id, operator.id)),
      resume: ({ id, withoutPersonalNumbers }, { operator }) =>
        onSession(
          ({ bulk }) => callBlock() ?? bulk.runs.resume(id, withoutPersonalNumbers, operator.id),
        ),
      stop: ({ id }, { operator }) => onSession(({ bulk }) => bulk.runs.stop(id, operator.id)),
      reopenFile: ({ id }, { dialogs }) => onSession(({ bulk }) => reopen(bulk, dialogs, id)),
      correctHeldBack: ({ id }, { operator, dialogs }) =>
        onSession(({ bulk }) => correctHeldBack(bulk, dialogs, id, operator.id)),
      retryUnknown: ({ id, rows }, { operator }) =>
        onSession(({ bulk }) => bulk.runs.retryUnknown(id, rows, operator.id)),
      queryFailed: ({ id }, { operator }) =>
        onSession(({ bulk }) => callBlock() ?? bulk.runs.queryFailed(id, operator.id)),
      exportFile: (request, { operator, dialogs }) =>
        onSession(({ bulk }) => exportFile(bulk, dialogs, request, operator.id)),
    },
  }
}

async function reopen(bulk: Inquiry['bulk'], dialogs: FileDialogs, id: string) {
  const run = await bulk.runs.get(id)
  if (!run.ok) return run
  const chosen = await chooseFile(dialogs, `Choose ${run.value.file} again`)
  if (!chosen.ok) return chosen
  if (chosen.value === null) return ok<BulkRun | null>(null)
  return bulk.runs.reopen(id, chosen.value.name, chosen.value.bytes)
}

async function correctHeldBack(
  bulk: Inquiry['bulk'],
  dialogs: FileDialogs,
  id: string,
  actor: string,
) {
  const inMemory = await bulk.correctHeldBack(id, actor)
  if (!inMemory.ok || inMemory.value !== null) return inMemory
  const run = await bulk.runs.get(id)
  if (!run.ok) return run
  const chosen = await chooseFile(dialogs, `Choose ${run.value.file} again`)
  if (!chosen.ok) return chosen
  return chosen.value === null ? ok(null) : bulk.correctHeldBack(id, actor, chosen.value)
}

type ExportRequest = Parameters<Handlers['bulk']['exportFile']>[0]

async function exportFile(
  bulk: Inquiry['bulk'],
  dialogs: FileDialogs,
  { format, inFull, ...wanted }: ExportRequest,
  actor: string,
) {
  const run = await bulk.runs.get(wanted.id)
  if (!run.ok) return run
  const table = await bulk.exportRows(wanted, inFull, actor)
  const title = run.value.name
  const content = await writeSpreadsheet({ format, title, ...table })
  const saved = await dialogs.save({
    title: inFull ? 'Save rows in full' : 'Save masked rows',
    suggestedName: `${title.replace(/[^\p{L}\p{N} _-]/gu, '')}.${format}`,
    kinds: [{ name: format.toUpperCase(), extensions: [format] }],
    content,
  })
  if (!saved.ok) return err({ code: 'file-failed', ...saved.error } as const)
  if (saved.value === null) return ok(null)
  const rows = table.rows.length
  await bulk.noteExport(wanted, { format, inFull, rows }, actor)
  return ok({ file: saved.value.file, rows })
}
