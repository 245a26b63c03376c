/** Lines of directory files as the Federal Reserve publishes them; banks and numbers are invented. */

const padded = (text: string, length: number): string => text.padEnd(length).slice(0, length)

/** A line of the FedACH participant directory: 155 characters. */
export const fedachLine = (
  routing: string,
  name: string,
  { changed = '102811', office = 'O', type = '1' } = {},
): string =>
  [
    routing,
    office,
    '011000015',
    type,
    changed,
    '000000000',
    padded(name, 36),
    padded('12 MILL STREET', 36),
    padded('ALDER FALLS', 20),
    'OR',
    '97001',
    '0142',
    '5035550142',
    '1',
    '1',
    padded('', 5),
  ].join('')

/** A line of the Fedwire participant directory: 101 characters. */
export const fedwireLine = (
  routing: string,
  name: string,
  { changed = '20181109', eligible = 'Y', settlement = ' ', securities = 'N' } = {},
): string =>
  [
    routing,
    padded('MILL BK', 18),
    padded(name, 36),
    'OR',
    padded('ALDER FALLS', 25),
    eligible,
    settlement,
    securities,
    padded(changed, 8),
  ].join('')

/** The bytes of a file of these lines. */
export const fileOf = (lines: readonly string[], end = '\r\n'): Buffer =>
  Buffer.from(lines.map((line) => line + end).join(''), 'latin1')
