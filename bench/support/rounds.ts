/** Measures several subjects in turn, round after round, so that a disturbance of the machine affects all of them. */
import { loadavg } from 'node:os'
import { quantile } from './quantiles.ts'

export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const QUIET_LOAD_MAX = 1.5

/** Warns before a run when other work makes its figures useless for a document. */
export function sayWhetherQuiet(): void {
  const load = loadavg()[0] ?? 0
  const word = load > QUIET_LOAD_MAX ? 'NOT A QUIET MACHINE: no figure of this run is for a document. ' : ''
  console.log(`${word}Load before the run: ${load.toFixed(2)} (at most ${QUIET_LOAD_MAX} for a document).`)
}

/** The median, with the smallest and the largest value. */
export function spreadOf(values: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return `${quantile(values, 0.5).toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`
}

/** Measures each subject once a round; answers the figures of each, in the order of the subjects. */
export async function inRounds<Subject, Figures>(
  subjects: readonly Subject[],
  measure: (subject: Subject, round: number) => Promise<Figures>,
  rounds = ROUNDS,
): Promise<Figures[][]> {
  const kept: Figures[][] = subjects.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [nth, subject] of subjects.entries()) kept[nth]?.push(await measure(subject, round))
  }
  return kept
}
