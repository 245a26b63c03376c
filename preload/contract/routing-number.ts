/** The checksum of routing numbers: a network rule the document does not state, so it only warns. */

/** Whether the nine digits carry a right checksum: weights 3, 7, 1, sum divisible by ten (domain-rules). */
export function hasRoutingChecksum(routingNumber: string): boolean {
  if (!/^\d{9}$/.test(routingNumber)) return false
  const weights = [3, 7, 1]
  const sum = Array.from(routingNumber).reduce(
    (total, digit, i) => total + Number(digit) * (weights[i % 3] ?? 0),
    0,
  )
  return sum % 10 === 0
}
