/**
 * Extracts the text of a PDF from Chromium: inflates the streams and maps the glyphs by their
 * tables.
 */
import { inflateSync } from 'node:zlib'

/** All text in drawing order; glyphs missing in the tables are left out. */
export function textOfPdf(pdf: Buffer): string {
  const streams = streamsOf(pdf)
  const letters = new Map(streams.flatMap(lettersOf))
  return streams
    .filter((stream) => /\bT[jJ]\b/.test(stream))
    .flatMap((stream) => [...stream.matchAll(/<([0-9A-Fa-f]+)>/g)])
    .map(([, glyphs = '']) =>
      (glyphs.match(/.{4}/g) ?? []).map((glyph) => letters.get(glyph.toLowerCase()) ?? '').join(''),
    )
    .join('')
}

function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/(<<(?:(?!endobj)[^])*?)stream\r?\n/g)].map(({ 0: head, index }) => {
    const start = index + head.length
    const body = pdf.subarray(start, text.indexOf('endstream', start))
    if (!head.includes('/FlateDecode')) return body.toString('latin1')
    return inflateSync(body, { finishFlush: 2 }).toString('latin1')
  })
}

/** The pairs of a ToUnicode table: glyph, letter. */
function lettersOf(table: string): [string, string][] {
  const named: [string, string][] = []
  for (const [, block = ''] of table.matchAll(/beginbfchar([^]*?)endbfchar/g))
    for (const [, glyph = '', letter = ''] of block.matchAll(/<(\w{4})>\s*<(\w{4})>/g))
      named.push([glyph.toLowerCase(), String.fromCharCode(parseInt(letter, 16))])
  for (const [, block = ''] of table.matchAll(/beginbfrange([^]*?)endbfrange/g))
    for (const [, from = '', to = '', letter = ''] of block.matchAll(
      /<(\w{4})>\s*<(\w{4})>\s*<(\w{4})>/g,
    ))
      for (let glyph = parseInt(from, 16); glyph <= parseInt(to, 16); glyph++)
        named.push([
          glyph.toString(16).padStart(4, '0'),
          String.fromCharCode(parseInt(letter, 16) + glyph - parseInt(from, 16)),
        ])
  return named
}
