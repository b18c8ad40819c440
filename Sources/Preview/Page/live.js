// The page as a server shows it: what is shown follows the source, and events are pressed for real.

function connectServer() {
  const feed = new EventSource("feed");
  feed.addEventListener("show", (event) => {
    showStale(null);
    showData(JSON.parse(event.data));
  });
  feed.addEventListener("stale", (event) => {
    const { message, findings } = JSON.parse(event.data);
    showStale(message, findings);
  });
  feed.addEventListener("error", () => {
    showStale("The server has ended. This is what it showed last; start it again to go on.");
  });
  show.hooks.press = pressOnServer;
  buildBranches();
}

/** Has the show performed with one more event, and shows that. */
async function pressOnServer(number, time) {
  const presses = [...show.run.presses.filter((press) => press[1] <= time), [number, time]];
  const { name } = show.data.events[number];
  try {
    const answer = await fetch("press", {
      method: "POST", body: presses.map(([event, at]) => `${event}@${at.toFixed(9)}`).join(" "),
    });
    if (!answer.ok) throw new Error(await answer.text());
    const { run, data } = await answer.json();
    showData(data);
    chooseRun(run, time);
    say(`${name} at ${clock(time)}`);
    part("events").querySelector(`[data-event="${number}"]`)?.focus({ preventScroll: true });
  } catch (error) {
    say(`'${name}' was not pressed: ${error.message}`);
  }
}

connectServer();
