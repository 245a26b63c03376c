import type { Clock } from '../../platform/clock.ts'
import type { WindowCall, Handlers } from '../../platform/handlers.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import { orderFileLimits } from '../../../preload/contract/domain/orders/order-course.ts'
import { largestImportBytes } from '../../../preload/contract/api/bulk/import.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { forward, onActiveSession } from '../active-session.ts'
import type { FileDialogs } from '../../platform/files/chosen-file.ts'
import { fileFailed, fileNameOf } from '../../platform/files/file-text.ts'
import type { PdfPrinter } from '../../platform/ports.ts'
import type { Money } from '../../money/money.ts'
import type { Store } from '../../store/store.ts'
import { printReceipt } from '../../money/print-receipt.ts'

export interface OrderHandlersDeps {
  readonly profiles: ProfilesService
  readonly clock: Clock
  readonly printer: PdfPrinter
}

export function orderHandlers(deps: OrderHandlersDeps): Pick<Handlers, 'orders'> {
  const { profiles } = deps
  const onSession = onActiveSession(profiles)
  return {
    orders: forward(profiles, 'orders', ({ orders }) => orders.handlers, {
      selectImport: (_input, { operator, dialogs }) =>
        onSession((services) => selectImport(services.orders, dialogs, operator.id)),
      attachFiles: (input, caller) => onSession(({ orders }) => attachFiles(orders, input, caller)),
      saveFile: (input, caller) => onSession((services) => saveFile(services, input, caller)),
      printReceipt: (input, caller) =>
        onSession((services) => {
          const { name: profileName, environment } = profiles.shown().identity
          const { dialogs } = caller
          const printing = { ...deps, dialogs, profileName, environment }
          return printReceipt(services, printing, input, caller)
        }),
    }),
  }
}

const spreadsheets = [{ name: 'Spreadsheets', extensions: ['csv', 'xlsx', 'txt', 'tsv'] }] as const

/** Reads the file that a person chooses in main's dialog; null: none was chosen. */
async function selectImport(
  orders: Pick<Money['orders'], 'readImport'>,
  dialogs: FileDialogs,
  actor: string,
) {
  const chosen = await dialogs.open({
    title: 'Choose payments to import',
    kinds: spreadsheets,
    several: false,
    largestBytes: largestImportBytes,
  })
  if (!chosen.ok) return err({ code: 'file-failed', ...chosen.error } as const)
  const file = chosen.value?.[0]
  return file ? orders.readImport(file, actor) : ok(null)
}

/** Attaches the files that a person chooses in main's dialog; null: none was chosen. */
async function attachFiles(
  orders: Pick<Money['orders'], 'attachFiles'>,
  { id }: { readonly id: string },
  caller: WindowCall,
) {
  const chosen = await caller.dialogs.open({
    title: 'Choose files to attach',
    kinds: [],
    several: true,
    largestBytes: orderFileLimits.each,
  })
  if (!chosen.ok) return err(fileFailed(chosen.error))
  if (chosen.value === null || chosen.value.length === 0) return ok(null)
  return orders.attachFiles({ id, files: chosen.value }, caller)
}

/** Saves an attached file where a person chooses, and records it; null: nowhere. */
async function saveFile(
  { orders, store }: { readonly orders: Pick<Money['orders'], 'readFile'>; readonly store: Store },
  input: { readonly id: string; readonly fileId: string },
  caller: WindowCall,
) {
  const read = await orders.readFile(input, caller)
  if (!read.ok) return read
  const { name, sha256, content } = read.value
  const named = fileNameOf(name)
  const saved = await caller.dialogs.save({
    title: 'Save the attached file',
    suggestedName: named === '' ? 'attached-file' : named,
    kinds: [],
    content,
  })
  if (!saved.ok) return err(fileFailed(saved.error))
  if (saved.value === null) return ok(null)
  await store.note({
    actor: caller.operator.id,
    kind: 'order.file-saved',
    subject: input.id,
    detail: { file: input.fileId, sha256 },
  })
  return saved
}
