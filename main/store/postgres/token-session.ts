/**
 * The turn to request the access token of a bank, and what is stored of the token. The turn is a
 * lock of the session that stands for the workstation: if that dies, another one gets the turn.
 */
import type pg from 'pg'
import type { TokenNews } from '../engine.ts'
import { momentNow } from '../membership.ts'
import type { StoredToken, TokenRequest, TokenResult } from '../shared-tokens.ts'

/** The channel of the database that names a key whose token has changed, or may be requested. */
export const tokenChannel = 'tokens'
/** A turn that is wanted is asked for again after so long. */
const wantMs = 300

interface Known {
  /** Asks again while the turn is wanted. */
  again: NodeJS.Timeout | undefined
  /** Since when this workstation has the turn, in seconds of the database's clock. */
  since: number | undefined
}

interface Read {
  readonly isMine: boolean
  readonly at: number
  readonly stored: StoredToken | null
}

/** Takes the turn and reads what is stored, with the session that stands for the workstation. */
export class TokenSession {
  readonly #run: (work: (client: pg.Client) => Promise<void>) => void
  readonly #tell: (news: TokenNews) => void
  readonly #known = new Map<string, Known>()
  #era = 0

  /** `run` works in turn on the session, while there is one, and gives it up if the work fails. */
  constructor(
    run: (work: (client: pg.Client) => Promise<void>) => void,
    tell: (news: TokenNews) => void,
  ) {
    this.#run = run
    this.#tell = tell
  }

  /** Carries out a request. Without a session it is dropped, but a read or a want is repeated later. */
  request(request: TokenRequest): void {
    const { key } = request
    const known = this.#known.get(key) ?? { again: undefined, since: undefined }
    this.#known.set(key, known)
    switch (request.kind) {
      case 'share':
        this.#read(key, known)
        return
      case 'want':
        if (!request.isWanted) this.#stopWanting(known)
        else {
          known.again ??= setInterval(() => this.#read(key, known), wantMs).unref()
          this.#read(key, known)
        }
        return
      case 'end':
        this.#end(key, known, request)
        return
      case 'refused':
      case 'worked':
        this.#mark(key, request)
    }
  }

  /** There is a session, which listens and has no turn. */
  entered(): void {
    for (const [key, known] of this.#known) this.#read(key, known)
  }

  /** The session has ended, and its locks with it. */
  lost(): void {
    this.#era += 1
    for (const known of this.#known.values()) known.since = undefined
  }

  /** Wants no turn any more; the one that it has ends with the session. */
  close(): void {
    for (const known of this.#known.values()) this.#stopWanting(known)
  }

  /** Reads again: another workstation changed the stored token, or gave the turn back. */
  heard(key: string): void {
    const known = this.#known.get(key)
    if (known) this.#read(key, known)
  }

  #stopWanting(known: Known): void {
    clearInterval(known.again)
    known.again = undefined
  }

  /** Reads what is stored; takes the turn if it is wanted and free. */
  #read(key: string, known: Known): void {
    this.#run(async (client) => {
      const [era, asked] = [this.#era, momentNow()]
      // A session gets its own lock again.
      const takes = known.again !== undefined && known.since === undefined
      const { rows } = await client.query<{ read: Read }>(
        'SELECT store.read_token($1, $2) AS read',
        [key, takes],
      )
      const [row] = rows
      if (!row || era !== this.#era) return
      const { isMine, at, stored } = row.read
      if (isMine) {
        known.since = at
        this.#stopWanting(known)
      }
      this.#tell({ kind: 'token', key, stored, asked, era: isMine ? era : null })
    })
  }

  #end(
    key: string,
    known: Known,
    { era, result }: Extract<TokenRequest, { readonly kind: 'end' }>,
  ): void {
    this.#run(async (client) => {
      const { since } = known
      if (era !== this.#era || since === undefined) return
      if (result) await write(client, key, result, since)
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [key])
      known.since = undefined
      await notify(client, key)
    })
  }

  #mark(
    key: string,
    { kind, digest }: Extract<TokenRequest, { readonly kind: 'refused' | 'worked' }>,
  ): void {
    this.#run(async (client) => {
      await client.query(`UPDATE store.tokens SET ${kind} = 1 WHERE key = $1 AND digest = $2`, [
        key,
        digest,
      ])
      if (kind === 'refused') await notify(client, key)
    })
  }
}

/** The life of a token is counted from the turn, so that a slow answer cannot lengthen it. */
async function write(
  client: pg.Client,
  key: string,
  result: TokenResult,
  since: number,
): Promise<void> {
  if (result.kind === 'token')
    await client.query(
      `INSERT INTO store.tokens (key, sealed, digest, replaced, since)
        VALUES ($1, $2, $3, $4, to_timestamp($5))
        ON CONFLICT (key) DO UPDATE SET sealed = excluded.sealed, digest = excluded.digest,
          replaced = excluded.replaced, since = excluded.since, worked = 0, refused = 0,
          failure = NULL, failed_at = NULL`,
      [key, result.sealed, result.digest, result.replaced, since],
    )
  else
    await client.query(
      `INSERT INTO store.tokens (key, failure, failed_at) VALUES ($1, $2, clock_timestamp())
        ON CONFLICT (key) DO UPDATE SET failure = excluded.failure, failed_at = excluded.failed_at`,
      [key, JSON.stringify(result.failure)],
    )
}

async function notify(client: pg.Client, key: string): Promise<void> {
  await client.query(`SELECT pg_notify('${tokenChannel}', $1)`, [key])
}
