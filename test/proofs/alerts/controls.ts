/** The controls of the proofs of alerts. */
import type { Control } from '../harness/proof.ts'

export const alertControls = {
  lazy: {
    lacks: 'acknowledges before a delivery is flushed',
    changes: [
      ['/main/store/sqlite/connection-settings.ts', "'FULL', '2'", "'NORMAL', '1'"],
      [
        '/main/store/postgres/postgres-session.ts',
        'SET synchronous_commit TO on;',
        'SET synchronous_commit TO off;',
      ],
      [
        '/main/store/postgres/postgres-stores.ts',
        'SET synchronous_commit TO on;',
        'SET synchronous_commit TO off;',
      ],
    ],
  },
  uncounted: {
    lacks: 'counts no delivery that it cannot read',
    changes: [
      [
        '/main/alerts/listener/listener.ts',
        'if (socket.bytesRead > 0) options',
        'if (false) options',
      ],
    ],
  },
} as const satisfies Readonly<Record<string, Control>>
