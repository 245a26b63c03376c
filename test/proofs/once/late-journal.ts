/**
 * Makes a build in which a sending is journalled when its end is known, not before its first byte: what the proof
 * must find. The source stays as it is; the change is made while the programs are bundled.
 */
import type { Plugin } from 'vite'

const journals = '      await journal(this.#context, departure)\n'
const ends = 'const came = initiated ? attemptEnd(initiated) : unforeseenEnd\n'

/** The change. Bundling fails where the sender does not read as it is known here. */
export const lateJournal: Plugin = {
  name: 'late-journal',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/main/orders/sender.ts')) return null
    if (code.split(journals).length !== 2 || code.split(ends).length !== 2) {
      throw new Error('main/orders/sender.ts journals elsewhere: take the journal out of it anew')
    }
    return code.replace(journals, '').replace(ends, `${journals}${ends}`)
  },
}
