/** The banks that accept RTP payments, all invented. */
import { practiceParticipants } from '../../../preload/contract/kernel/routing-number.ts'
import { Refusal, success, type Reply } from '../replies.ts'
import type { Call } from '../routes.ts'
import { practiceBankList } from '../data/banks.ts'
import { paymentError, refusedPayment } from './payment-order.ts'

/**
 * One participant. The document does not define its payload (bank note 75): these names are this
 * bank's own.
 */
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

const names = places.flatMap((place) => kinds.map((kind) => `${place} ${kind}`))
const invented = practiceParticipants.map((routingNumber, at): Participant => ({
  participantName: names[at] ?? '',
  routingNumber,
  participation: at % 5 === 0 ? 'RECEIVE_ONLY' : 'SEND_AND_RECEIVE',
}))

/**
 * All participants: the practice banks except one that stays out, then the invented ones. The list
 * never changes.
 */
export const participants: readonly Participant[] = [
  ...practiceBankList
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

/**
 * GET /rtp/v1/payment/rtp/participant: limit has no maximum, the two parameters are required (bank
 * document 1, Pagination controls).
 */
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
