/** The banks that take RTP payments. All invented: no real routing number starts with 55. */
import { Refusal, success, type Reply } from '../replies.ts'
import type { Call } from '../routes.ts'
import { townBanks } from '../town-banks.ts'
import { paymentError, refusedPayment } from './payment-order.ts'

/** One participant. Its payload is outside the document (trap 75): these names are this bank's own. */
export interface Participant {
  readonly participantName: string
  readonly routingNumber: string
  readonly participation: 'SEND_AND_RECEIVE' | 'RECEIVE_ONLY'
}

const places = (
  'Alder Birch Cedar Dogwood Elm Fir Ginkgo Hazel Ironwood Juniper Katsura Larch Maple Oak Pine ' +
  'Quince Rowan Spruce Tamarack Willow'
).split(' ')
const kinds = (
  'Bank|Savings Bank|Community Bank|Trust|Credit Union|National Bank|Farmers Bank|Mutual|' +
  'State Bank|First Bank|Valley Bank|River Bank|Hill Bank|Harbor Bank|Merchants Bank|' +
  'Teachers Credit Union|Railway Credit Union|Growers Bank|Builders Trust|Lake Bank|Prairie Bank'
).split('|')

/** Eight digits with the ninth that makes the checksum right. */
function withCheckDigit(eight: string): string {
  const weights = [3, 7, 1]
  const sum = Array.from(eight).reduce((all, digit, at) => {
    return all + Number(digit) * (weights[at % 3] ?? 0)
  }, 0)
  return eight + String((10 - (sum % 10)) % 10)
}

const invented = places.flatMap((place, row) =>
  kinds.map((kind, column): Participant => {
    const at = row * kinds.length + column
    return {
      participantName: `${place} ${kind}`,
      routingNumber: withCheckDigit(`55${String(100_000 + at * 37)}`),
      participation: at % 5 === 0 ? 'RECEIVE_ONLY' : 'SEND_AND_RECEIVE',
    }
  }),
)

/** Every participant: the banks of the town but one that stays away, then the invented ones. The list never changes. */
export const participants: readonly Participant[] = [
  ...townBanks
    .filter(({ routingNumber }) => routingNumber.startsWith('55'))
    .map(({ name, routingNumber }): Participant => ({
      participantName: name,
      routingNumber,
      participation: 'SEND_AND_RECEIVE',
    })),
  ...invented,
]

function counted(call: Call, name: 'limit' | 'offset'): number | Refusal {
  const sent = call.url.searchParams.get(name)
  if (sent === null || sent === '') {
    call.note('participant-paging-missing', name)
    return refusedPayment('missing', name)
  }
  if (/^\d{1,16}$/.test(sent) && (name === 'offset' || Number(sent) > 0)) return Number(sent)
  call.note('participant-paging-wrong', `${name}: a count`)
  return refusedPayment('invalid', `${name}: a count`)
}

/** GET /rtp/v1/payment/rtp/participant: limit has no maximum, both are required (`1-platform.md`, Pagination controls). */
export function participantList(call: Call): Reply | Refusal {
  const limit = counted(call, 'limit')
  if (limit instanceof Refusal) return limit
  const offset = counted(call, 'offset')
  if (offset instanceof Refusal) return offset
  if (call.ordered('failure-in-200')) {
    return success({ status: 'ERROR', error: paymentError('unknown', 'The list is unavailable') })
  }
  const rows = participants.slice(offset, offset + limit)
  return success({
    participants: rows,
    totalRows: participants.length,
    retrievedRows: rows.length,
  })
}
