package dev.alfred.contracts.runner;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledOnOs(OS.LINUX)
class ProcessMarkTest {
    @Test
    void aLivingProcessIsKnownAgain() throws IOException {
        ProcessMark own = ProcessMark.of(ProcessHandle.current().pid());

        assertThat(own.alive()).isTrue();
        assertThat(own).isEqualTo(ProcessMark.of(ProcessHandle.current().pid()));
    }

    @Test
    void anotherProcessUnderTheSameIdIsNotTakenForIt() throws IOException {
        ProcessMark own = ProcessMark.of(ProcessHandle.current().pid());

        assertThat(new ProcessMark(own.pid(), own.startTicks() - 1, own.bootId()).alive())
                .isFalse();
    }

    @Test
    void aProcessFromBeforeTheLastBootIsNotAlive() throws IOException {
        ProcessMark own = ProcessMark.of(ProcessHandle.current().pid());
        ProcessMark earlier = new ProcessMark(own.pid(), own.startTicks(), "00000000-0000-0000-0000-000000000000");

        assertThat(earlier.fromAnEarlierBoot()).isTrue();
        assertThat(earlier.alive()).isFalse();
    }

    @Test
    void anEndedProcessIsNotAlive() throws IOException, InterruptedException {
        Process child = new ProcessBuilder("/bin/cat").start();
        ProcessMark mark = ProcessMark.of(child.pid());
        assertThat(mark.alive()).isTrue();

        child.getOutputStream().close();
        child.waitFor();

        assertThat(mark.alive()).isFalse();
    }
}
