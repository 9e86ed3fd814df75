/** Measuring several subjects in turn, round after round, so that what disturbs the machine disturbs all of them. */
import { loadavg } from 'node:os'
import { quantile } from './quantiles.ts'

export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const QUIET_LOAD_MAX = 1.5

/** Says before a run when other work makes its figures worthless for a document. */
export function sayWhetherQuiet(): void {
  const load = loadavg()[0] ?? 0
  const word = load > QUIET_LOAD_MAX ? 'NOT A QUIET MACHINE: no figure of this run is for a document. ' : ''
  console.log(`${word}Load before the run: ${load.toFixed(2)} (at most ${QUIET_LOAD_MAX} for a document).`)
}

/** The median, and the least and the greatest value beside it. */
export function spreadOf(values: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return `${quantile(values, 0.5).toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`
}

/** Measures each subject once a round; answers what was measured of each, in the order of the subjects. */
export async function inRounds<Subject, Figures>(
  subjects: readonly Subject[],
  measure: (subject: Subject, round: number) => Promise<Figures>,
): Promise<Figures[][]> {
  const kept: Figures[][] = subjects.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [nth, subject] of subjects.entries()) kept[nth]?.push(await measure(subject, round))
  }
  return kept
}
