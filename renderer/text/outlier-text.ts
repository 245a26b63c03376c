/** An amount that stands out, as a sentence for its maker and its approver. */
import type { AmountOutlier } from '../../preload/contract/domain/batches/batch.ts'
import { amountForReading, minorUnits } from '../../preload/contract/kernel/money.ts'

const usd = (cents: number): string => `USD ${amountForReading(minorUnits(cents))}`

/** Returns the amount with what it is compared with, such as `USD 30,000.00: the last payment ...`. */
export const outlierText = ({ amount, against, usual }: AmountOutlier): string =>
  against === 'batch'
    ? `${usd(amount)} stands out: the median of this batch is ${usd(usual)}`
    : `${usd(amount)} stands out: the last payment to this account was ${usd(usual)}`
