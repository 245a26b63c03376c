/**
 * Reads the XML of a workbook with saxes, which refuses all that is not well-formed, as spreadsheet
 * programs do. Elements and attributes are named without their prefixes, as the library that reads
 * the cells names them.
 */
import { SaxesParser } from 'saxes'
import { SheetRefusal } from './spreadsheet.ts'

/**
 * A cell holds 32,767 letters, each up to seven characters of XML. Nothing else in a workbook is as
 * long.
 */
const mostLetters = 256 * 1024
/** Elements within each other; in a sheet with formatted texts there are nine. */
const mostNested = 100

/** Returns the refusal of a workbook whose cells cannot be read. */
export const unreadable = (cause?: unknown): SheetRefusal =>
  new SheetRefusal(
    'The workbook is damaged, and its cells cannot be read. Open it in Excel, and save it again as .xlsx or CSV.',
    { cause },
  )

/** Returns the refusal of a damaged workbook. */
export const damaged = (what: string): SheetRefusal =>
  new SheetRefusal(`The workbook is damaged: ${what}. Save it again as .xlsx or CSV.`)

/** A start tag, and its place in the text. */
export class XmlElement {
  readonly name: string
  /** The name with its prefix. */
  readonly tag: string
  readonly isEmpty: boolean
  /** Where the tag begins. */
  readonly from: number
  /** Where the tag ends. */
  readonly to: number
  readonly #attributes: Readonly<Record<string, string>>

  constructor(tag: Tag, from: number, to: number) {
    this.name = localName(tag.name)
    this.tag = tag.name
    this.isEmpty = tag.isSelfClosing
    this.from = from
    this.to = to
    this.#attributes = tag.attributes
  }

  /**
   * Returns the value of an attribute, with or without a prefix. Throws for two of the name, because
   * the library that reads the cells may choose another of them.
   */
  get(name: string): string | undefined {
    let value: string | undefined
    for (const key in this.#attributes) {
      if (key !== name && !key.endsWith(`:${name}`)) continue
      if (value !== undefined) throw unreadable()
      value = this.#attributes[key]
    }
    return value
  }
}

interface Tag {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly isSelfClosing: boolean
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Callbacks in the order of the text. An empty element is opened and closed. */
export interface XmlStyle {
  readonly open?: (element: XmlElement) => void
  readonly close?: (name: string) => void
  /** Text, but not that of a CDATA section: the library that reads the cells ignores those too. */
  readonly text?: (text: string) => void
}

/**
 * Reads one part from its beginning to its end. Throws {@link SheetRefusal} for XML that is not
 * well-formed, for a document type, because it could define entities, and for a tag or a text that
 * is longer than any cell: the library parses each of these again for every piece of the part, and
 * 2 MB of blanks took it 22 s.
 */
export function readXml(xml: string, { open, close, text }: XmlStyle = {}): void {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let last = 0
  let nested = 0
  const refuseEndless = (at: number): void => {
    if (at - last > mostLetters) throw damaged('its XML has no end')
  }
  const endPiece = (): void => {
    refuseEndless(parser.position)
    last = parser.position
  }
  parser.on('doctype', () => {
    throw new SheetRefusal(
      'The workbook declares a document type, which no spreadsheet does. Save it again as .xlsx or CSV.',
    )
  })
  parser.on('comment', endPiece)
  parser.on('cdata', endPiece)
  parser.on('processinginstruction', endPiece)
  parser.on('text', (part) => {
    endPiece()
    text?.(part)
  })
  parser.on('opentag', (tag) => {
    endPiece()
    nested += 1
    if (nested > mostNested) throw unreadable()
    // A value cannot contain this sign.
    open?.(new XmlElement(tag, xml.lastIndexOf('<', last - 1), last))
  })
  parser.on('closetag', ({ name }) => {
    endPiece()
    nested -= 1
    close?.(localName(name))
  })
  try {
    // In pieces, because a tag of 100 MB filled the memory before its end, and ended all threads.
    for (let from = 0; from < xml.length; from += mostLetters) {
      const to = Math.min(from + mostLetters, xml.length)
      parser.write(xml.slice(from, to))
      refuseEndless(to)
    }
    parser.close()
  } catch (error) {
    throw error instanceof SheetRefusal ? error : unreadable(error)
  }
}
