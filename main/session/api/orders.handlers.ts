import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handlers.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import { largestImportBytes } from '../../../preload/contract/api/bulk/import.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { forward, onActiveSession } from '../active-session.ts'
import type { FileDialogs } from '../../platform/files/chosen-file.ts'
import type { PdfPrinter } from '../../platform/ports.ts'
import type { Money } from '../../money/money.ts'
import { printReceipt } from '../../money/print-receipt.ts'

export interface OrderHandlersDeps {
  readonly profiles: ProfilesService
  readonly clock: Clock
  readonly dialogs: FileDialogs
  readonly printer: PdfPrinter
}

export function orderHandlers(deps: OrderHandlersDeps): Pick<Handlers, 'orders'> {
  const { profiles, dialogs } = deps
  const onSession = onActiveSession(profiles)
  return {
    orders: forward(profiles, 'orders', ({ orders }) => orders.verbs, {
      selectImport: (_input, { operator }) =>
        onSession((services) => selectImport(services.orders, dialogs, operator.id)),
      printReceipt: (input, caller) =>
        onSession((services) => {
          const { name: profileName, environment } = profiles.shown().identity
          return printReceipt(services, { ...deps, profileName, environment }, input, caller)
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
