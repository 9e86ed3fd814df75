import { t } from '../../language/text.ts'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'

/** What should be here could not be loaded, and why. */
export function LoadFailed({ problem, retry }: { problem: string; retry: () => void }) {
  return (
    <EmptyState action={<Button onClick={retry}>{t('Try again')}</Button>}>
      <span role="alert">{problem}</span>
    </EmptyState>
  )
}
