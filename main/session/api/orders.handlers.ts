/** Payment orders: each verb on the desk that does the work. */
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handlers.ts'
import { err, ok } from '../../../preload/contract/result.ts'
import { largestImportBytes } from '../../../preload/contract/bulk/import.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onShownDesk } from '../shown-desk.ts'
import type { FileDialogs } from '../../platform/files/chosen-file.ts'
import type { PdfPrinter } from '../../platform/ports.ts'
import type { OrderDesk } from '../../money/order/orders.service.ts'
import { printReceipt } from '../../money/order/reading/print-receipt.ts'

/** What the handlers reach. */
export interface OrderHandlersParts {
  readonly profiles: ProfilesService
  readonly clock: Clock
  readonly dialogs: FileDialogs
  readonly printer: PdfPrinter
}

/** Derives the handlers. */
export function orderHandlers(parts: OrderHandlersParts): Pick<Handlers, 'orders'> {
  const { profiles, dialogs } = parts
  const onDesk = onShownDesk(profiles)
  return {
    orders: {
      list: (input, caller) => onDesk(({ orders }) => orders.verbs.list(input, caller)),
      getCounts: (input, caller) => onDesk(({ orders }) => orders.verbs.getCounts(input, caller)),
      get: (input, caller) => onDesk(({ orders }) => orders.verbs.get(input, caller)),
      reveal: (input, caller) => onDesk(({ orders }) => orders.verbs.reveal(input, caller)),
      saveDraft: (input, caller) => onDesk(({ orders }) => orders.verbs.saveDraft(input, caller)),
      openDraft: (input, caller) => onDesk(({ orders }) => orders.verbs.openDraft(input, caller)),
      copy: (input, caller) => onDesk(({ orders }) => orders.verbs.copy(input, caller)),
      discard: (input, caller) => onDesk(({ orders }) => orders.verbs.discard(input, caller)),
      validate: (input, caller) => onDesk(({ orders }) => orders.verbs.validate(input, caller)),
      attachOwnership: (input, caller) =>
        onDesk(({ orders }) => orders.verbs.attachOwnership(input, caller)),
      submit: (input, caller) => onDesk(({ orders }) => orders.verbs.submit(input, caller)),
      recall: (input, caller) => onDesk(({ orders }) => orders.verbs.recall(input, caller)),
      commitImport: (input, caller) =>
        onDesk(({ orders }) => orders.verbs.commitImport(input, caller)),
      review: (input, caller) => onDesk(({ orders }) => orders.verbs.review(input, caller)),
      approve: (input, caller) => onDesk(({ orders }) => orders.verbs.approve(input, caller)),
      sendBack: (input, caller) => onDesk(({ orders }) => orders.verbs.sendBack(input, caller)),
      release: (input, caller) => onDesk(({ orders }) => orders.verbs.release(input, caller)),
      takeBack: (input, caller) => onDesk(({ orders }) => orders.verbs.takeBack(input, caller)),
      lookUp: (input, caller) => onDesk(({ orders }) => orders.verbs.lookUp(input, caller)),
      proposeSecond: (input, caller) =>
        onDesk(({ orders }) => orders.verbs.proposeSecond(input, caller)),
      confirmSecond: (input, caller) =>
        onDesk(({ orders }) => orders.verbs.confirmSecond(input, caller)),
      heedRestored: (input, caller) =>
        onDesk(({ orders }) => orders.verbs.heedRestored(input, caller)),
      withdrawSecond: (input, caller) =>
        onDesk(({ orders }) => orders.verbs.withdrawSecond(input, caller)),
      recordDeskWord: (input, caller) =>
        onDesk(({ orders }) => orders.verbs.recordDeskWord(input, caller)),
      confirmDeskWord: (input, caller) =>
        onDesk(({ orders }) => orders.verbs.confirmDeskWord(input, caller)),
      withdrawDeskWord: (input, caller) =>
        onDesk(({ orders }) => orders.verbs.withdrawDeskWord(input, caller)),
      closeNotMade: (input, caller) =>
        onDesk(({ orders }) => orders.verbs.closeNotMade(input, caller)),
      decideAlert: (input, caller) =>
        onDesk(({ orders }) => orders.verbs.decideAlert(input, caller)),
      selectImport: (_input, { operator }) =>
        onDesk((desk) => selectImport(desk.orders, dialogs, operator.id)),
      printReceipt: (input, caller) =>
        onDesk((desk) => {
          const { name: profileName, environment } = profiles.shown().identity
          return printReceipt(desk, { ...parts, profileName, environment }, input, caller)
        }),
    },
  }
}

const spreadsheets = [{ name: 'Spreadsheets', extensions: ['csv', 'xlsx', 'txt', 'tsv'] }] as const

/** Reads the file that a person chooses in main's dialog; null: none was chosen. */
async function selectImport(
  orders: Pick<OrderDesk, 'readImport'>,
  dialogs: FileDialogs,
  actor: string,
) {
  const chosen = await dialogs.open({
    ...{ title: 'Payments to import', kinds: spreadsheets, several: false },
    largestBytes: largestImportBytes,
  })
  if (!chosen.ok) return err({ code: 'file-failed', ...chosen.error } as const)
  const file = chosen.value?.[0]
  return file ? orders.readImport(file, actor) : ok(null)
}
