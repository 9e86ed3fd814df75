import { X } from 'lucide-react'
import { t } from '../../language/text.ts'
import { useStore } from '../../store/use-store.ts'
import { classes } from '../classes.ts'
import css from './alert-bar.module.css'
import { type Alert, alerts } from './alerts.ts'

const NONE: readonly Alert[] = []

function AlertItem({ alert }: { alert: Alert }) {
  return (
    <div className={classes(css.alert, css[alert.kind])}>
      <span>{t(alert.text)}</span>
      <button
        type="button"
        className={css.close}
        aria-label={t('Dismiss')}
        onClick={() => alerts.dismiss(alert.id)}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </div>
  )
}

/** At the bottom left: errors red, messages green; screen readers read both. */
export function AlertBar() {
  const list = useStore(alerts, () => NONE)
  const of = (kind: Alert['kind']) => list.filter(alert => alert.kind === kind)
  return (
    <div className={css.bar}>
      <div role="alert">
        {of('error').map(alert => (
          <AlertItem key={alert.id} alert={alert} />
        ))}
      </div>
      <div role="status">
        {of('message').map(alert => (
          <AlertItem key={alert.id} alert={alert} />
        ))}
      </div>
    </div>
  )
}
