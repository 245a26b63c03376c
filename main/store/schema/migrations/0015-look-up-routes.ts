import type { Migration } from './migration.ts'

// Whether the route of a status inquiry that did not find the order was proven; null: not recorded,
// as before this version.
const routes = `
ALTER TABLE order_look_ups ADD COLUMN route TEXT CHECK (route IN ('proven', 'untried'));
`

/** Whether a status inquiry without a result used a route that is known to find orders. */
export const lookUpRoutesMigration: Migration = {
  version: 15,
  name: '0015-look-up-routes',
  sql: routes,
}
