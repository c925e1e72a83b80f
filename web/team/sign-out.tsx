import { toast } from '../app/toasts.ts';
import { toCallError } from '../client/call-error.ts';
import { Button } from '../parts/button.tsx';
import { signOut } from './ask-team.ts';

/** Signs the browser out. */
export function SignOut() {
  const leave = async (): Promise<void> => {
    try {
      await signOut();
    } catch (error) {
      toast(toCallError(error).message, { isBad: true });
    }
  };
  return (
    <Button kind="ghost" onClick={leave}>
      Sign out
    </Button>
  );
}
