import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type OperatorsPostgres,
  startOperatorsPostgres,
} from '../../apps/server/src/testing/operators-postgres.ts'
import { findServerProgram } from '../../apps/server/src/testing/server-programs.ts'
import { shapeOf } from '../../apps/server/src/testing/statements/collected-statements.ts'
import { compareWithOurs } from './second-postgres.ts'

const program = findServerProgram('postgres')

it.each([
  ['select 1 from t where id in ($1, $2) and a = $3', 'select 1 from t where id in ($1, $2, $3) and a = $4'],
  [
    'insert into t values ($1, default), ($2, default)',
    'insert into t values ($1, default), ($2, default), ($3, default)',
  ],
])('%s is the same with one more', (statement, longer) => {
  expect(shapeOf(longer)).toBe(shapeOf(statement))
  expect(shapeOf(`${statement} limit 1`)).not.toBe(shapeOf(statement))
})

describe.skipIf(!program)('a statement', () => {
  let postgres: OperatorsPostgres
  beforeAll(async () => {
    postgres = await startOperatorsPostgres(program ?? '', 'throw-away')
  })
  afterAll(() => postgres?.remove())

  it('that an older Postgres cannot parse or type is reported; one on a test’s own table is not', async () => {
    const newer = 'select any_value(id) from users where id = $1'
    const statements = [
      'select id from users where username = $1 for update skip locked',
      'insert into users (id) values ($1)',
      'select 1 from a_table_of_a_test',
      newer,
    ]
    expect(await compareWithOurs(postgres.url, statements)).toEqual({
      planned: 3,
      refused: [{ title: newer, message: expect.stringContaining('any_value') }],
    })
  })
})
