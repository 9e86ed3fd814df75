import { readFileSync } from 'node:fs'
import pg from 'pg'
import { createElement } from 'react'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
let tree

/**
 * The elements of the product's page, as `bench/profile-peers.ts` wrote them: [tag, attributes, children], text, or the
 * name of a column.
 */
function elementOf(node, row, key) {
  if (typeof node === 'string') return node
  if (node.column) return String(row[node.column])
  const [tag, attributes, children] = node
  const shown = children.map((child, nth) => elementOf(child, row, nth))
  return createElement(tag, { ...attributes, key }, ...shown)
}

export async function ProfilePage({ username }) {
  tree ??= JSON.parse(readFileSync(process.env.PAGE_TREE, 'utf8'))
  const { rows } = await pool.query(
    `select u.username, u.first_name, u.last_name, u.bio, p.description, p.price_pence, p.duration_seconds
     from users u join profiles p on p.user_id = u.id where u.username = $1 and u.deleted_at is null`,
    [username],
  )
  const [row] = rows
  if (!row) throw new Error('there is no such profile')
  return tree.map((node, nth) => elementOf(node, row, nth))
}
