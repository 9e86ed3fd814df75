import { Link } from 'react-router'
import { t } from '../../language/text.ts'
import css from './form-page.module.css'

export function TermsSentence() {
  return (
    <p className={css.terms}>
      By signing up you accept our <Link to="/terms">{t('terms and privacy policy')}</Link>.
    </p>
  )
}
