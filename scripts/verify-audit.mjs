#!/usr/bin/env node
/**
 * Checks an exported audit chain of Countersign. Needs Node 20 or later and nothing else.
 *
 *     node verify-audit.mjs FILE [--key FINGERPRINT]...
 *
 * Exit 0: the chain is valid. Exit 1: the first fault is printed, with the number of its entry and
 * a reason:
 *   order      the entry is not at the position of its number
 *   missing    the entry, or a checkpoint of it, is not there
 *   link       the entry does not continue the entry before it
 *   hash       the entry was changed after it was written
 *   signature  its signature is not that of an accepted key
 *   form       a line has the right values but is not exactly what an export writes, so that another
 *              reader may see other values
 *   cut off    the end of the file is not there
 * Exit 2: the file is not an exported chain, or cannot be read.
 *
 * The file alone cannot prove who owns its keys: compare the printed fingerprint with the one on
 * the Audit screen, or pass it with --key, once for each key if a key was replaced.
 *
 * The encodings, also described in hash-chain.ts, checkpoints.ts (main/store) and audit-export.ts:
 *   entry       SHA-256 over the JSON array ["countersign-audit-1", seq, at, actor, kind, subject, detail,
 *               previous_hash] without white space; the first continues 64 zeros
 *   checkpoint  Ed25519 over "countersign-checkpoint-1", profile id, seq, at, hash, joined by line feeds
 *   end         Ed25519 over "countersign-export-1", SHA-256 of the header's line, seq, hash, number of
 *               checkpoints, joined by line feeds
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'

const format = 'countersign-audit-export-1'

/** The members of each line, as the export writes them; all are texts but those below. */
const members = {
  header: ['type', 'format', 'profile', 'exportedAt', 'publicKeys'],
  profile: ['id', 'name', 'environment'],
  entry: ['type', 'seq', 'at', 'actor', 'kind', 'subject', 'detail', 'previous_hash', 'hash'],
  checkpoint: ['type', 'seq', 'at', 'hash', 'public_key', 'signature'],
  end: ['type', 'seq', 'hash', 'checkpoints', 'public_key', 'signature'],
}
const counts = new Set(['seq', 'checkpoints'])
const encoded = new Set(['public_key', 'signature'])

/** The first fault. */
class Broken extends Error {
  constructor(seq, reason, message) {
    super(`does not hold: entry ${seq}, ${reason}: ${message}`)
    this.seq = seq
  }
}
/** The file is not an exported chain. */
class NoExport extends Error {}

const sha256 = (content) => createHash('sha256').update(content).digest('hex')
const fingerprintOf = (key) => sha256(Buffer.from(String(key), 'base64'))
const isText = (value) => typeof value === 'string'
const isCount = (value) => Number.isSafeInteger(value) && value >= 0

function isSigned(publicKey, lines, signature) {
  try {
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    if (key.asymmetricKeyType !== 'ed25519') return false
    return verify(null, Buffer.from(lines.join('\n')), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

function hashOf({ seq, at, actor, kind, subject, detail, previous_hash: previous }) {
  return sha256(
    JSON.stringify(['countersign-audit-1', seq, at, actor, kind, subject, detail, previous]),
  )
}

/**
 * Whether the bytes are the only spelling of this value. Of a name that is there twice JSON.parse
 * keeps the last one, and other readers the first.
 */
const isSpelled = (bytes, value) => Buffer.from(JSON.stringify(value)).equals(bytes)

const hasMembers = (value, names) => Object.keys(value).join() === names.join()

function isWritten(bytes, value) {
  return (
    hasMembers(value, members[value.type]) &&
    Object.entries(value).every(([name, member]) => isMember(name, member)) &&
    isSpelled(bytes, value)
  )
}

function isMember(name, member) {
  if (counts.has(name)) return isCount(member)
  // Decoding ignores blanks and a missing padding.
  if (encoded.has(name) && Buffer.from(String(member), 'base64').toString('base64') !== member)
    return false
  return isText(member)
}

function parsed(bytes) {
  try {
    const value = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function headerOf(line) {
  const header = parsed(line)
  if (header?.type !== 'header' || header.format !== format)
    throw new NoExport('not an exported audit chain: its first line is no header of one')
  const { profile, publicKeys } = header
  if (!isText(profile?.id) || !Array.isArray(publicKeys) || !isText(publicKeys[0]))
    throw new NoExport('not an exported audit chain: its header names no profile or no key')
  const isExact =
    hasMembers(header, members.header) &&
    hasMembers(profile, members.profile) &&
    [...Object.values(profile), header.exportedAt, ...publicKeys].every(isText) &&
    isSpelled(line, header)
  if (!isExact)
    throw new NoExport(
      'not an exported audit chain: its header is not exactly what an export writes',
    )
  return header
}

/** Checks the chain line by line. */
class Chain {
  constructor(line, insisted) {
    const { profile, publicKeys } = headerOf(line)
    this.headerHash = sha256(line)
    this.profileId = profile.id
    this.signer = fingerprintOf(publicKeys[0])
    this.insisted = insisted
    // A new key is accepted from the act that names it.
    this.keys = new Set([this.signer])
    this.head = { seq: 0, hash: '0'.repeat(64) }
    this.checkpoints = 0
    this.checkpointOf = 0
    this.isEnded = false
  }

  /** Returns a skipped number, if there is one. */
  take(line) {
    const value = parsed(line)
    const next = this.head.seq + 1
    if (value === undefined) throw new Broken(next, 'hash', 'its line is not readable')
    if (this.isEnded) throw new Broken(next, 'order', 'something stands behind the end')
    if (value.type === 'entry') {
      const skipped = this.takeEntry(value)
      if (skipped) return skipped
    } else if (value.type === 'checkpoint') this.takeCheckpoint(value)
    else if (value.type === 'end') this.takeEnd(value)
    else throw new Broken(next, 'order', 'a line is neither entry, checkpoint nor end')
    if (!isWritten(line, value))
      throw new Broken(this.head.seq, 'form', 'a line is not exactly what an export writes')
    return undefined
  }

  takeEntry(entry) {
    const { seq, hash } = entry
    const next = this.head.seq + 1
    if (!isCount(seq)) throw new Broken(next, 'hash', 'it has no number')
    // The reason is `order` if the entry comes later, and `missing` if it does not.
    if (seq > next) return { seq: next, found: seq }
    if (seq < next) throw new Broken(seq, 'order', `it stands where ${next} should`)
    if (entry.previous_hash !== this.head.hash)
      throw new Broken(seq, 'link', 'it does not continue the entry before it')
    if (Object.keys(entry).sort().join() !== members.entry.toSorted().join())
      throw new Broken(seq, 'hash', 'it has other fields than an entry')
    if (hash !== hashOf(entry)) throw new Broken(seq, 'hash', 'it was changed')
    this.head = { seq, hash }
    if (entry.kind === 'audit.key-created') this.keys.add(entry.subject)
    return undefined
  }

  takeCheckpoint({ seq, at, hash, public_key: key, signature }) {
    const { head } = this
    if (!isCount(seq) || seq > head.seq)
      throw new Broken(head.seq + 1, 'missing', 'a checkpoint signs what is not there')
    if (seq < head.seq || this.checkpointOf === seq)
      throw new Broken(seq, 'order', 'its checkpoint stands in another place')
    if (hash !== head.hash) throw new Broken(seq, 'signature', 'another entry was signed')
    const lines = ['countersign-checkpoint-1', this.profileId, seq, at, hash]
    this.insistOn(seq, key)
    if (!isSigned(key, lines, signature))
      throw new Broken(seq, 'signature', 'the signature of its checkpoint is not right')
    this.checkpointOf = seq
    this.checkpoints += 1
  }

  takeEnd({ seq, hash, checkpoints, public_key: key, signature }) {
    const { head } = this
    if (isCount(seq) && seq > head.seq)
      throw new Broken(head.seq + 1, 'cut off', `the end is that of entry ${seq}`)
    if (seq !== head.seq || hash !== head.hash)
      throw new Broken(head.seq, 'signature', 'the end is that of another entry')
    const lines = ['countersign-export-1', this.headerHash, seq, hash, checkpoints]
    this.insistOn(seq, key)
    if (fingerprintOf(key) !== this.signer || !isSigned(key, lines, signature))
      throw new Broken(seq, 'signature', 'the signature of the end is not right')
    if (checkpoints !== this.checkpoints)
      throw new Broken(
        seq,
        'missing',
        `${this.checkpoints} of ${checkpoints} checkpoints are there`,
      )
    this.isEnded = true
  }

  insistOn(seq, key) {
    const fingerprint = fingerprintOf(key)
    if (!this.keys.has(fingerprint))
      throw new Broken(seq, 'signature', `the key ${fingerprint} is named by no act`)
    if (this.insisted.size > 0 && !this.insisted.has(fingerprint))
      throw new Broken(seq, 'signature', `it is signed by ${fingerprint}`)
  }
}

/**
 * Lines as bytes. They end only with a line feed: a line may contain U+2028. The last line may lack
 * its line feed.
 */
async function* linesOf(file) {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(file)) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10, from)) {
      yield { line: rest.subarray(from, at), isWhole: true }
      from = at + 1
    }
    rest = rest.subarray(from)
  }
  if (rest.length > 0) yield { line: rest, isWhole: false }
}

async function check(file, insisted) {
  let chain
  let gap
  for await (const { line, isWhole } of linesOf(file)) {
    if (gap) {
      const { type, seq } = parsed(line) ?? {}
      if (type === 'entry' && seq === gap.seq)
        throw new Broken(seq, 'order', `entry ${gap.found} stands before it`)
    } else if (!chain) {
      chain = new Chain(line, insisted)
    } else if (!isWhole && parsed(line) === undefined) {
      throw new Broken(chain.head.seq + 1, 'cut off', 'its line is not whole')
    } else {
      gap = chain.take(line)
    }
  }
  if (gap) throw new Broken(gap.seq, 'missing', `after entry ${gap.seq - 1} comes ${gap.found}`)
  if (!chain) throw new NoExport('not an exported audit chain: it is empty')
  if (!chain.isEnded) throw new Broken(chain.head.seq + 1, 'cut off', 'the end is not there')
  return chain
}

function argumentsOf(given) {
  const keys = new Set()
  const files = []
  for (let at = 0; at < given.length; at += 1) {
    if (given[at] !== '--key') files.push(given[at])
    else
      keys.add(
        String(given[(at += 1)])
          .replaceAll(/[\s:]/g, '')
          .toLowerCase(),
      )
  }
  const isWell = files.length === 1 && [...keys].every((key) => /^[0-9a-f]{64}$/.test(key))
  if (!isWell) throw new NoExport('usage: node verify-audit.mjs FILE [--key FINGERPRINT]...')
  return { file: files[0], keys }
}

try {
  const { file, keys } = argumentsOf(process.argv.slice(2))
  const { head, checkpoints, signer } = await check(file, keys)
  console.log(`holds: ${head.seq} entries, ${checkpoints} checkpoints, signed by ${signer}`)
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : String(problem))
  process.exitCode = problem instanceof Broken ? 1 : 2
}
