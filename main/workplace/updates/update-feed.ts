/**
 * Reads an update feed over TLS: follows no redirect and sends nothing that identifies this
 * workstation.
 */
import { createHash } from 'node:crypto'
import { getCACertificates, rootCertificates } from 'node:tls'
import { Agent, request, type Dispatcher } from 'undici'
import { manifestName, type UpdateFile } from '../../../preload/contract/api/updates/updates.ts'
import { networkText } from '../../platform/network-text.ts'
import { tlsConnector } from '../../platform/tls-connector.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'

/** A feed at an address. */
export interface UpdateFeed {
  /** Returns the text of its manifest, or a message why there is none. */
  readManifest(feed: string): Promise<Result<string, string>>
  /** Yields the bytes of a file; throws at the end unless they are the signed ones. */
  readFile(feed: string, file: UpdateFile): AsyncIterable<Uint8Array>
}

const answerMs = 60_000
const mostManifestBytes = 1_000_000

/**
 * The roots that this computer trusts: a company's internal feed has its certificate from there.
 */
function systemRoots(): readonly string[] {
  try {
    return [...new Set([...rootCertificates, ...getCACertificates('system')])]
  } catch {
    // A TLS library that cannot read the system's roots still has its own.
    return rootCertificates
  }
}

/** A fault of the feed, as a message. */
class FeedProblem extends Error {}

/** Creates the feed reader, which trusts certificates under these roots. */
export const createUpdateFeed = (
  roots: () => readonly string[] = systemRoots,
  agentOf: (ca: string[]) => Dispatcher = (ca) =>
    new Agent({ connect: tlsConnector({ tls: { ca, minVersion: 'TLSv1.2' } }) }),
): UpdateFeed => {
  const get = async function* (address: URL, mostBytes: number): AsyncGenerator<Uint8Array> {
    const dispatcher = agentOf([...roots()])
    try {
      const { statusCode, body } = await request(address, {
        dispatcher,
        headersTimeout: answerMs,
        bodyTimeout: answerMs,
        headers: { accept: '*/*' },
      })
      if (statusCode !== 200) {
        await body.dump().catch(() => undefined)
        throw new FeedProblem(`The server answered with status ${String(statusCode)}.`)
      }
      let bytes = 0
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        bytes += chunk.byteLength
        if (bytes > mostBytes) throw new FeedProblem('The file is too large.')
        yield chunk
      }
    } finally {
      await dispatcher.destroy().catch(() => undefined)
    }
  }

  return {
    async readManifest(feed) {
      try {
        const parts: Uint8Array[] = []
        for await (const part of get(placeIn(feed, manifestName), mostManifestBytes))
          parts.push(part)
        return ok(Buffer.concat(parts).toString('utf8'))
      } catch (problem) {
        return err(feedText(problem))
      }
    },
    async *readFile(feed, { name, bytes, sha512 }) {
      const hash = createHash('sha512')
      let had = 0
      for await (const part of get(placeIn(feed, name), bytes)) {
        hash.update(part)
        had += part.byteLength
        yield part
      }
      if (had !== bytes || hash.digest('base64') !== sha512)
        throw new FeedProblem('The file is not the signed one.')
    },
  }
}

/** A feed is a folder, with or without a slash at the end. */
const placeIn = (feed: string, name: string): URL =>
  new URL(encodeURIComponent(name), feed.endsWith('/') ? feed : `${feed}/`)

/** Returns the message of a failure. */
export const feedText = (problem: unknown): string =>
  problem instanceof FeedProblem ? problem.message : networkText(problem)
