/**
 * Routing numbers of the American Bankers Association. The bank's documents state none of these
 * rules, so they only warn. Sources: the check digit, moov-io/ach `validators.go`
 * CalculateCheckDigit; the first two digits, 12 CFR 229 appendix A (01 to 12 and 21 to 32) and
 * https://learn.microsoft.com/purview/sit-defn-aba-routing (00, 61 to 72, 80). That list lacks 15,
 * with which numbers of the U.S. Treasury begin in the Fedwire directory (moov-io/fed
 * `data/fpddir.txt`: 154000008, 155000007). None of the 19,010 numbers in that directory and in
 * `data/FedACHdir.txt` is unusual by these rules.
 */

function weightedSum(digits: string): number {
  const weights = [3, 7, 1]
  return Array.from(digits).reduce(
    (total, digit, i) => total + Number(digit) * (weights[i % 3] ?? 0),
    0,
  )
}

/**
 * Returns whether nine digits have a correct check digit: weights 3, 7, 1, sum divisible by ten
 * (ABA).
 */
export const hasRoutingChecksum = (routingNumber: string): boolean =>
  /^\d{9}$/.test(routingNumber) && weightedSum(routingNumber) % 10 === 0

/** Returns eight digits with the correct check digit added. */
export const withCheckDigit = (eight: string): string =>
  eight + String((10 - (weightedSum(eight) % 10)) % 10)

/**
 * Banks that the practice bank knows by name. All numbers are invented: no real one begins with 55.
 */
export const practiceBanks = {
  operatingBank: '550060066',
  savings: '550010016',
  creditUnion: '550020022',
  ferryBank: '005510016',
  northfield: '550030038',
  quarryBank: '550040044',
  signalBank: '550050050',
} as const

/** Numbers of the other banks that accept RTP payments in practice, in list order. */
export const practiceParticipants: readonly string[] = Array.from({ length: 420 }, (_, at) =>
  withCheckDigit(`55${String(100_000 + at * 37)}`),
)

const practiceRegister = new Set<string>([...Object.values(practiceBanks), ...practiceParticipants])

const givenOut = /^(0\d|1[0-2]|15|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/

/** A warning about an unusual routing number, with its rule. */
export interface RoutingNumberWarning {
  readonly message: string
  readonly where: string
}

/**
 * Returns a warning about nine unusual digits, else undefined: a wrong check digit, nine zeros, or
 * first digits that were never assigned. Numbers of the practice bank are not unusual. Text that is
 * not nine digits breaks another rule.
 */
export function routingNumberWarning(routingNumber: string): RoutingNumberWarning | undefined {
  if (!/^\d{9}$/.test(routingNumber) || practiceRegister.has(routingNumber)) return undefined
  const message = 'Unusual routing number: check it'
  if (!hasRoutingChecksum(routingNumber))
    return { message, where: 'ABA, check digit (weights 3, 7 and 1)' }
  if (/^0+$/.test(routingNumber)) return { message, where: 'ABA, nine zeros' }
  return givenOut.test(routingNumber)
    ? undefined
    : { message, where: 'ABA, first two digits (00 to 12, 15, 21 to 32, 61 to 72, 80)' }
}
